/** Every browser of the last years reads woff2, and the pages are written in Latin letters with some Greek. */
const UNUSED_FILE = /\.(?:woff|ttf)$|-(?:cyrillic|cyrillic-ext|greek-ext|vietnamese)-[\w-]*\.woff2$/;
const UNUSED_SOURCE = /,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\([^)]*\)/g;
const UNUSED_FACE = /@font-face\s*{[^}]*-(?:cyrillic|cyrillic-ext|greek-ext|vietnamese)-[^}]*}/g;

/** Leaves out the files of fonts that no page asks for: more than a megabyte. */
export function leanFonts() {
  return {
    name: "notebooks-lean-fonts",
    enforce: "post",
    generateBundle(_options, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        if (UNUSED_FILE.test(name)) delete bundle[name];
        else if (file.type === "asset" && /\.(?:css|html)$/.test(name)) {
          file.source = String(file.source).replace(UNUSED_SOURCE, "").replace(UNUSED_FACE, "");
        }
      }
    },
  };
}
