import type { Product } from '../../shop/catalog.ts';
import { mix } from './colour.ts';
import { drawGoods } from './goods.ts';
import { letter } from './lettering.ts';

/** A product on a quiet background with its name and price. */
export function drawProductCard({ name, kind, cents, colour }: Product): string {
  const floor = mix(colour.value, '#ffffff', 0.78);
  const wall = mix(colour.value, '#ffffff', 0.9);
  const ink = mix(colour.value, '#10151a', 0.72);
  const size = Math.min(30, 520 / name.length);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" width="800" height="800">
    <defs><linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="${wall}"/></linearGradient>
    <radialGradient id="shade"><stop offset="0" stop-color="#000" stop-opacity=".3"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient></defs>
    <rect width="800" height="800" fill="url(#wall)"/><circle cx="400" cy="330" r="268" fill="${floor}" opacity=".62"/>
    <ellipse cx="400" cy="569" rx="250" ry="30" fill="url(#shade)"/>
    <g transform="translate(120 90) scale(1.4)">${drawGoods(kind, colour.value)}</g>
    ${letter({ text: name, x: 56, y: 728, size, colour: ink, weight: 0.13 })}
    ${letter({ text: `${(cents / 100).toFixed(2)} €`, x: 744, y: 728, size: 26, colour: ink, weight: 0.1, align: 'end' })}
    <rect x="56" y="664" width="44" height="6" rx="3" fill="${colour.value}"/>
  </svg>`;
}
