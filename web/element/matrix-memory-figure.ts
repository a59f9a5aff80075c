import { defineFigureElement } from "./figure-element.js";
import { followLinks } from "./links.js";

/* The element for any page: `<script type="module" src=".../matrix-memory-figure.js"></script>` is all it needs. */
followLinks();
defineFigureElement();
