type Size = { width: number; height: number };

/** A square within a picture: where it lies, how wide it is, and how much it enlarges. */
export type SquareCut = { left: number; top: number; side: number; zoom: number };

/** As much as fits, from the middle. */
export function wholeCut({ width, height }: Size): SquareCut {
  const side = Math.min(width, height);
  return { left: (width - side) / 2, top: (height - side) / 2, side, zoom: 1 };
}

/** Around the same middle, as far as the picture reaches. */
export function zoomCut(image: Size, cut: SquareCut, zoom: number): SquareCut {
  const side = Math.min(image.width, image.height) / zoom;
  const grown = (cut.side - side) / 2;
  return within(image, { left: cut.left + grown, top: cut.top + grown, side, zoom });
}

export function moveCut(image: Size, cut: SquareCut, by: { x: number; y: number }): SquareCut {
  return within(image, { ...cut, left: cut.left + by.x, top: cut.top + by.y });
}

function within({ width, height }: Size, cut: SquareCut): SquareCut {
  const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), Math.max(most, 0));
  return {
    ...cut,
    left: clamp(cut.left, width - cut.side),
    top: clamp(cut.top, height - cut.side),
  };
}
