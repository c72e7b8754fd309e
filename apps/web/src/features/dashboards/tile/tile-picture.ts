/** Hands over the picture of a drawing as it is on screen, on the ground of its tile. */
export function takePicture(frame: HTMLElement, take: (picture: Blob) => void): void {
  const drawing = frame.querySelector('canvas');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!drawing || !context) return;
  canvas.width = drawing.width;
  canvas.height = drawing.height;
  context.fillStyle = getComputedStyle(frame).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(drawing, 0, 0);
  canvas.toBlob((picture) => picture && take(picture), 'image/png');
}
