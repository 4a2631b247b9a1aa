/** The service worker, which makes the page available offline. */

/** Registers the service worker, and passes it the files that were loaded before it was active. */
export function registerServiceWorker(): void {
  // Pages without HTTPS have no service workers, except on this computer.
  const container = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  if (!container) return;
  container.addEventListener("controllerchange", () => {
    const observer = new PerformanceObserver((list) =>
      container.controller?.postMessage(list.getEntries().map((entry) => entry.name)),
    );
    observer.observe({ type: "resource", buffered: true });
  });
  container.register("service-worker.js").catch((error: unknown) => console.info(String(error)));
}
