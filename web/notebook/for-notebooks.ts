/*
 * What this page gives to its cells beside the library and what every notebook of Observable's has. It keeps its name
 * on the site, for-notebooks.js, so that a notebook that has left the page finds it there.
 */

export { check, say } from "./check.js";
export { figure } from "./figure.js";
