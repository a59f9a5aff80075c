import { figures } from "../figures/index.js";

/* What stands on the site beside these modules. They lie in a folder of it; what others point to stands in the site's own. */

const here = import.meta.url;

export const siteAddress = (path: string): string => new URL(`../${path}`, here).href;

/** Within an author's bundle there is no such site, and no site has an author's own figures. */
export const isOnSite = (figure: string): boolean =>
  import.meta.env.MODE !== "package" && Object.hasOwn(figures, figure);
