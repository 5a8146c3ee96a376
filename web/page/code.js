"use strict";
// The settings as a command, as C++ and as Python. Values that are the default in all of them are left out.
// The tool's gaussian would weight colours by alpha, which the page and the libraries keep.
function codeOf(settings, name, hasAlpha) {
  const { verb, sigma_space, sigma_range, radius, epsilon, iterations, norm, window } = settings;
  const fields = {
    bilateral: { sigma_space, sigma_range, window, norm },
    rolling: { sigma_space, sigma_range, window, norm, iterations },
    guided: { radius, epsilon },
    gaussian: { sigma_space, window },
  }[verb];
  const shown = Object.entries(fields).filter(([, value]) => value !== "l2" && value !== "square");
  const quoted = /^[\w./-]+$/.test(name) && !name.startsWith("-") ? name : `'./${name.replaceAll("'", "'\\''")}'`;
  const string = JSON.stringify(name);

  const options = shown.map(([field, value]) => ` --${field.replace("_", "-")} ${value}`).join("") +
    (hasAlpha && verb === "gaussian" ? " --alpha keep" : "");
  const enums = { window: "Window", norm: "Norm" };
  const cppFields = shown.map(([field, value]) => {
    if (field in enums) return `.${field} = selvage::${enums[field]}::${value}`;
    return `.${field} = ${value}${Number.isInteger(value) ? "" : "f"}`;
  }).join(", ");
  const struct = { bilateral: "Bilateral", rolling: "RollingGuidance", guided: "Guided", gaussian: "Gaussian" }[verb];
  const call = { bilateral: "bilateral", rolling: "rolling_guidance", guided: "guided", gaussian: "gaussian" }[verb];
  const pythonFields = shown.map(([field, value]) => `, ${field}=${field in enums ? `"${value}"` : value}`).join("");
  return {
    "Command line": `selvage ${verb} ${quoted} smooth.png${options}`,
    "C++": `const selvage::Image photo = selvage::load(${string});\n` +
      `const selvage::Image smooth = selvage::Engine().run(selvage::${struct}{${cppFields}}, photo);`,
    Python: `photo = pyselvage.load(${string})\nsmooth = pyselvage.${call}(photo${pythonFields})`,
  };
}
