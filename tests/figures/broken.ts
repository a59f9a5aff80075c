/**
 * Whether something other than a number stands in a text, an attribute (`d="..."`) or a sentence of a figure; or a path
 * without a place to begin, or a length below zero, which only a console would tell of.
 */
export const isBroken = (text: string): boolean =>
  /NaN|Infinity|undefined|null|object|(^|^path )d="(?!M)|(width|height|r|rx|ry)="-/.test(text);
