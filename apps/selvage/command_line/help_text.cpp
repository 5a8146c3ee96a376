// SPDX-License-Identifier: Apache-2.0
// The texts of --help around the lists of options.

#include <fmt/format.h>

#include "command_line/help.hpp"

namespace selvage::cli {

const char* const root_help =
    "Filters images without blurring their edges: exactly, or within a proven error bound.\n"
    "\n"
    "usage: selvage VERB FILE... [options]\n"
    "       selvage VERB --help";

const char* const compare_help =
    "measure how much two images differ\n"
    "\n"
    "usage: selvage compare A B [options]\n"
    "       selvage compare DIR_A DIR_B [options]\n"
    "\n"
    "Images of different types are compared in real units, where full scale is 1. NaN equals "
    "NaN.\nSSIM is the structural similarity of Wang et al. (2004): 1 for equal images; undefined "
    "for\nimages under 11x11 pixels or with samples that are not finite. Files with several pages "
    "(TIFF)\nare compared page by page.\n"
    "\n"
    "Given two folders, compare matches images by name, in subfolders too; images that only "
    "one\nfolder has are listed and count as different. Images are recognised by extension. Hidden "
    "files\nand folders are skipped, and so is one of the two folders if it lies inside the other.";

const char* const info_help =
    "show size, type and metadata\n"
    "\n"
    "usage: selvage info FILE... [options]\n"
    "\n"
    "A folder stands for all images in it and its subfolders.";

const char* const devices_help =
    "list the available devices\n"
    "\n"
    "usage: selvage devices [options]\n"
    "\n"
    "--device auto probes the GPUs once and caches the result, like compiled kernels, in\n"
    "$XDG_CACHE_HOME/selvage (default ~/.cache/selvage) until a driver or GPU changes.";

const char* const explain_help =
    "show which candidate would run, and why\n"
    "\n"
    "usage: selvage explain VERB IN [OUT] [options of the verb]\n"
    "\n"
    "Nothing is run. -v lists all candidates with their reasons.";

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
         "Exit codes:\n  0    done\n"
         "  1    one of several files failed, compare found a difference, or an\n"
         "       internal error\n"
         "  2    an error on the command line\n"
         "  3    an input is unreadable or corrupt\n"
         "  4    an output was not written, or exists and -f was not given\n"
         "  5    the device is missing or failed\n"
         "  6    over a limit, or out of memory\n"
         "  130  interrupted";
}

std::string explain_filter_help(const std::string& verb) {
  return fmt::format(
      "show the plan of {0} for one file without running it\n"
      "\n"
      "usage: selvage explain {0} IN [OUT] [options]\n"
      "\n"
      "Accepts the arguments of `selvage {0}` for one file. -v lists all candidates with "
      "their\nreasons. OUT and the options for output and messages (except --json) have no effect.",
      verb);
}

std::string values_text() {
  return "Values are fractions of full scale, whatever the bit depth: 0.1, 25/255 or 10%. For "
         "float\nimages they are in the unit of the samples.\n";
}

std::string borders_text() {
  return "Borders: the pixels outside the image \"abcd\"\n"
         "  reflect101   dcb|abcd|cba    the edge is not repeated\n"
         "  reflect      cba|abcd|dcb\n"
         "  clamp        aaa|abcd|ddd\n"
         "  wrap         bcd|abcd|abc\n"
         "  constant:V   VVV|abcd|VVV\n"
         "  shrink          |abcd|       neighbours outside are ignored\n"
         "  copy            |abcd|       pixels whose window leaves the image are copied\n";
}

std::string side_folders_text() {
  return "A folder of guides, masks, normals or depths holds one file per input, with the input's "
         "path\nbelow the common folder of all inputs and any image extension. DIR/:LAYER is a "
         "layer of the\nOpenEXR files in the folder.";
}

std::string compare_footer() {
  return "Exit codes: 0 equal within the tolerance, 1 different, others as for every verb.\n"
         "\n"
         "Examples:\n"
         "  selvage compare a.png b.png --tolerance 1/255\n"
         "  selvage compare a.png b.png --diff where.png --diff-scale 10/255\n"
         "  selvage compare before/ after/ --diff where/\n"
         "  selvage compare . out/    # after: selvage bilateral . -o out/";
}

std::string image_help(const char* name, const char* title, const char* needs,
                       const std::string& notes) {
  return fmt::format(
      "{0}\n"
      "\n"
      "usage: selvage {1} IN OUT{2} [options]\n"
      "       selvage {1} IN... -o DIR/{2} [options]\n"
      "\n"
      "{3}"
      "IN may be a folder: all images below it, recognised by extension, except hidden files and "
      "the\noutput folder. DIR/ mirrors its subfolders.\n"
      "\n"
      "- is standard input or output. Standard output gets the input's format, or one that can "
      "hold\nthe requested --bits (16: png; f16: tiff; f32: pfm). Existing files are only "
      "overwritten with -f.\n"
      "Y4M video and sequences of PNM or PAM are filtered frame by frame.\n"
      "FILE.exr:LAYER is a layer of an OpenEXR file; `selvage info FILE.exr` lists them.",
      title, name, needs, notes.empty() ? "" : fmt::format("{}\n\n", notes));
}

}  // namespace selvage::cli
