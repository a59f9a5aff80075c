import { whenCalm } from "./calm.js";

/** Makes the page readable without a network from now on, once it has loaded and nothing is kept waiting by that. */
export async function keepOffline(): Promise<void> {
  // A page that was not served over a safe line has none.
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (!serviceWorker) return;
  await whenCalm();
  try {
    await serviceWorker.register("./offline.js");
    const { active } = await serviceWorker.ready;
    // From here on the worker sees what is asked for; what was on its way before is in the list once it is here.
    await document.fonts.ready;
    active?.postMessage(performance.getEntriesByType("resource").map(({ name }) => name));
  } catch (error) {
    // The page goes on as it is: a browser may refuse to store anything.
    console.warn(error);
  }
}
