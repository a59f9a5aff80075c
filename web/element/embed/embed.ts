import { defineFigureElement, type MatrixMemoryFigure } from "../figure-element.js";
import type { Linkable } from "../links.js";
import { readLink } from "../permalink.js";
import { tellHeight } from "./height.js";

/* The iframe page: one figure, in the state that the query of the page's address gives. */

defineFigureElement();
const [linked] = readLink(location.search);
if (linked) {
  const element = document.createElement("matrix-memory-figure") as Linkable & MatrixMemoryFigure;
  element.setAttribute("figure", linked.figure);
  element.setAttribute("loading", "eager");
  // A reader who asks for a link wants the page, not this frame.
  element.setAttribute("home", "../");
  element.openLink(linked.state);
  document.body.append(element);
  tellHeight(element);
} else {
  const sentence = document.createElement("p");
  sentence.setAttribute("role", "alert");
  sentence.textContent =
    "This address names no figure. It should end like this: ?figure=two-pairs&angle=60";
  document.body.append(sentence);
}
