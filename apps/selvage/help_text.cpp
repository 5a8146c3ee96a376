// SPDX-License-Identifier: Apache-2.0
// What --help says apart from the options themselves.

#include <fmt/format.h>

#include "help.hpp"

namespace selvage::cli {

const char* const root_help =
    "Filters images without blurring their edges: exactly, or within an error bound that it "
    "proves.\n"
    "\n"
    "usage: selvage VERB FILE... [options]\n"
    "       selvage VERB --help";

const char* const compare_help =
    "say how far two images are apart\n"
    "\n"
    "usage: selvage compare A B [options]\n"
    "       selvage compare DIR_A DIR_B [options]\n"
    "\n"
    "Images of different types are compared in real units, where full scale is 1. A NaN equals a\n"
    "NaN. SSIM is the structural similarity of Wang et al. (2004): 1 for equal images; none for\n"
    "images under 11x11 pixels and where a sample is not finite. Files of several pages (TIFF)\n"
    "are compared page by page.\n"
    "\n"
    "Of two folders the images of the same names are compared, also in the folders below; those\n"
    "that only one of them has are named and count as different. Images are told by their\n"
    "extensions. Hidden files and folders are left out, and one of the two folders where it lies\n"
    "in the other.";

const char* const info_help =
    "say what a file's header says\n"
    "\n"
    "usage: selvage info FILE... [options]\n"
    "\n"
    "A folder stands for the images below it.";

const char* const devices_help =
    "list what images can be filtered on\n"
    "\n"
    "usage: selvage devices [options]\n"
    "\n"
    "--device auto looks at the graphics cards once and keeps what it saw, beside compiled "
    "kernels,\n"
    "in $XDG_CACHE_HOME/selvage (else ~/.cache/selvage), until drivers or cards change.";

const char* const explain_help =
    "say what would run, and why\n"
    "\n"
    "usage: selvage explain VERB IN [OUT] [options of the verb]";

const char* const completion_help =
    "print a script that completes the command line\n"
    "\n"
    "usage: selvage completion bash|zsh|fish\n"
    "\n"
    "  bash: source <(selvage completion bash)\n"
    "  zsh:  selvage completion zsh > \"${fpath[1]}/_selvage\"\n"
    "  fish: selvage completion fish > ~/.config/fish/completions/selvage.fish";

std::string root_footer() {
  return "Examples:\n"
         "  selvage bilateral in.png out.png\n"
         "  selvage bilateral scans/ -o smooth/ --sigma-space 5 --sigma-range 25/255\n"
         "  selvage joint depth.png out.png --guide photo.png\n"
         "  selvage convolve in.png out.png --kernel sharpen\n"
         "  selvage compare in.png out.png\n"
         "  selvage help bilateral\n"
         "\n"
         "Exit codes:\n"
         "  0    done\n"
         "  1    a file of several failed, compare found a difference, or a fault\n"
         "       of the tool\n"
         "  2    a mistake on the command line\n"
         "  3    an input is unreadable or corrupt\n"
         "  4    an output was not written, or exists and -f was not given\n"
         "  5    the device is missing or failed\n"
         "  6    over a limit, or out of memory\n"
         "  130  interrupted";
}

std::string explain_filter_help(const std::string& verb) {
  return fmt::format(
      "the plan of {0} for one file; nothing is run\n"
      "\n"
      "usage: selvage explain {0} IN [OUT] [options]\n"
      "\n"
      "Takes what `selvage {0}` takes for one file. Since nothing is run, OUT and the options\n"
      "about output and messages (all but --json) change nothing.",
      verb);
}

std::string values_text() {
  return "Values are fractions of full scale, whatever the file's bits: 0.1, 25/255 and 10% are\n"
         "values; for a float image a value is what its samples hold.\n";
}

std::string borders_text() {
  return "Borders: what stands outside the image \"abcd\"\n"
         "  reflect101   dcb|abcd|cba    the edge is not repeated\n"
         "  reflect      cba|abcd|dcb\n"
         "  clamp        aaa|abcd|ddd\n"
         "  wrap         bcd|abcd|abc\n"
         "  constant:V   VVV|abcd|VVV\n"
         "  shrink          |abcd|       neighbours outside take no part\n"
         "  copy            |abcd|       pixels whose window leaves the image are copied\n";
}

std::string side_folders_text() {
  return "A folder of guides, masks, normals or depths has one for each input, under its name "
         "below\n"
         "the folder that all inputs share, with its extension or another one; DIR/:LAYER is a "
         "layer\n"
         "of the OpenEXR files there.";
}

std::string compare_footer() {
  return "Exit codes: 0 the same within the tolerance, 1 different, others as for every verb.\n"
         "\n"
         "Examples:\n"
         "  selvage compare a.png b.png --tolerance 1/255\n"
         "  selvage compare a.png b.png --diff where.png --diff-scale 10/255\n"
         "  selvage compare before/ after/ --diff where/\n"
         "  selvage compare . out/    # after: selvage bilateral . -o out/";
}

}  // namespace selvage::cli
