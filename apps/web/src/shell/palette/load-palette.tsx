import type { PaletteGroup } from '#platform/navigation/feature.ts';
import { manifests } from '../../manifests.ts';
import type { PaletteProps } from './palette.tsx';

export type LoadedGroup = Omit<PaletteGroup, 'load'> & Awaited<ReturnType<PaletteGroup['load']>>;

/** The palette, with what each feature lets it find. */
export async function loadPalette() {
  const groups = manifests.flatMap(({ palette }) => palette ?? []);
  const [{ Palette }, ...loaded] = await Promise.all([
    import('./palette.tsx'),
    ...groups.map(async ({ load, ...group }): Promise<LoadedGroup> => ({
      ...group,
      ...(await load()),
    })),
  ]);
  const inOrder = loaded.toSorted((one, other) => one.place - other.place);
  return {
    default: (props: Omit<PaletteProps, 'groups'>) => <Palette {...props} groups={inOrder} />,
  };
}
