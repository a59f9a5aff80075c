/** Device pixels a pixel of the drawing. */
const scale = 2;

/** A drawing as a PNG of twice its size; `svg` is a file of its own, with a width and a height in pixels. */
export async function toPicture(document: Document, svg: string): Promise<Blob> {
  const image = await loadImage(document, svg);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.naturalWidth * scale);
  canvas.height = Math.round(image.naturalHeight * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(refusal))), "image/png");
  });
}

const refusal =
  "toPNG: the browser would not draw the figure as a picture. A content security policy must allow img-src blob: or data:";

/** Some policies allow images from one kind of address and not from the other. */
async function loadImage(document: Document, svg: string): Promise<HTMLImageElement> {
  const blob = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    return await decoded(document, blob).catch(() =>
      decoded(document, `data:image/svg+xml,${encodeURIComponent(svg)}`),
    );
  } catch {
    throw new Error(refusal);
  } finally {
    URL.revokeObjectURL(blob);
  }
}

function decoded(document: Document, source: string): Promise<HTMLImageElement> {
  const image = document.createElement("img");
  return new Promise((resolve, reject) => {
    image.onload = () => resolve(image);
    image.onerror = reject;
    image.src = source;
  });
}
