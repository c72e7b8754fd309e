import { useSyncExternalStore } from 'react';
import { icons } from './icons.ts';
import type { moreIcons } from './more-icons.ts';

type CommonName = keyof typeof icons;
export type IconName = CommonName | keyof typeof moreIcons;

type IconProps = {
  name: IconName;
  size?: number;
  className?: string;
  /** Only where the icon stands alone; beside a text it is decoration. */
  label?: string;
};

export function Icon({ name, ...rest }: IconProps) {
  if (!isCommon(name)) return <LaterIcon name={name} {...rest} />;
  const Drawing = icons[name];
  return <Drawing {...attributesOf(rest)} stroke={STROKE} />;
}

const STROKE = 1.75;

function isCommon(name: IconName): name is CommonName {
  return name in icons;
}

function attributesOf({ size = 16, className, label }: Omit<IconProps, 'name'>) {
  const meaning = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return { size, className, focusable: 'false' as const, ...meaning };
}

type LaterProps = Omit<IconProps, 'name'> & { name: keyof typeof moreIcons };

/** Holds its place until it is there. */
function LaterIcon({ name, ...rest }: LaterProps) {
  const loaded = useSyncExternalStore(subscribe, () => later);
  const { size, ...attributes } = attributesOf(rest);
  if (!loaded) return <svg width={size} height={size} {...attributes} />;
  const Drawing = loaded[name];
  return <Drawing size={size} {...attributes} stroke={STROKE} />;
}

let later: typeof moreIcons | undefined;
let isLoading = false;
const waiting = new Set<() => void>();

function subscribe(onLoaded: () => void): () => void {
  waiting.add(onLoaded);
  if (!later && !isLoading) void load();
  return () => void waiting.delete(onLoaded);
}

async function load(): Promise<void> {
  isLoading = true;
  try {
    ({ moreIcons: later } = await import('./more-icons.ts'));
    for (const tell of waiting) tell();
  } catch {
    // Without a network a page does without them; the next to be shown tries again.
  } finally {
    isLoading = false;
  }
}
