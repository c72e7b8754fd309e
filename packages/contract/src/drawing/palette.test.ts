import { expect, test } from 'vitest';
import { darkPalette, lightPalette, type Palette } from './palette.ts';
import { contrastOf, distanceOf, visions } from './testing/colour-distance.ts';

const grounds = {
  light: { palette: lightPalette, on: ['#ffffff', '#f6f7f7'] },
  dark: { palette: darkPalette, on: ['#141718', '#0f1112', '#1c2022'] },
};

/** Grey stands last and says what it is; it only has to look unlike its neighbours. */
const LEAST = { series: 12, other: 8 };

function closest({ series, other }: Palette, vision: keyof typeof visions) {
  const pairs = series.flatMap((one, at) =>
    series.slice(at + 1).map((another) => distanceOf(one, another, vision)),
  );
  const toGrey = series.map((one) => distanceOf(one, other, vision));
  return { series: Math.min(...pairs), other: Math.min(...toGrey) };
}

test.each(['light', 'dark'] as const)(
  'DASH-2 in the %s theme any two series are told apart, with every kind of colour blindness too',
  (theme) => {
    for (const vision of ['normal', 'protan', 'deutan', 'tritan'] as const) {
      const least = closest(grounds[theme].palette, vision);
      expect(least.series, vision).toBeGreaterThanOrEqual(LEAST.series);
      expect(least.other, vision).toBeGreaterThanOrEqual(LEAST.other);
    }
  },
);

test.each(['light', 'dark'] as const)(
  'DASH-2 in the %s theme every series stands out from what is behind it',
  (theme) => {
    const { palette, on } = grounds[theme];
    const least = palette.series.flatMap((colour) =>
      on.map((ground) => contrastOf(colour, ground)),
    );
    expect(Math.min(...least)).toBeGreaterThanOrEqual(3);
  },
);
