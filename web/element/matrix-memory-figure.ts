import { defineFigureElement } from "./figure-element.js";

/* The element for any page: `<script type="module" src=".../matrix-memory-figure.js"></script>` is all it needs. */
defineFigureElement();
