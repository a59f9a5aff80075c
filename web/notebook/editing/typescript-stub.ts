/*
 * Stands for the TypeScript compiler, which Notebook Kit's transpiler names for cells of that kind and which is twenty
 * times the size of everything else in it. Such cells do not run on this page.
 */

export const ModuleKind = {};
export const ScriptTarget = {};

function missing(): never {
  throw new SyntaxError("cells in TypeScript do not run on this page");
}

export {
  missing as createProgram,
  missing as createSourceFile,
  missing as isClassExpression,
  missing as isExpressionStatement,
  missing as isFunctionExpression,
  missing as isParenthesizedExpression,
  missing as transpile,
};
