import { letter } from './lettering.ts';

const logo = { land: '#0f766e', sea: '#5bb5a8', sun: '#ffd873', word: 'Shop' };

type Emblem = {
  name: string;
  svg: string;
  /** What it looked like before, oldest first. */
  earlier?: readonly string[];
};

/** Small drawings kept as SVG, which viewers can scale without loss. */
export const emblems: readonly Emblem[] = [
  {
    name: 'shop-logo',
    svg: drawLogo(),
    earlier: [
      drawLogo({ land: '#3b5998', sea: '#8fb0e0', sun: '#f4efe6', word: 'Webshop' }),
      drawLogo({ land: '#0f766e', sea: '#5bb5a8', sun: '#f4efe6', word: 'Store' }),
    ],
  },
  { name: 'icon-tide', svg: drawIcon('M4 16q4-4 8 0t8 0M4 11q4-4 8 0t8 0M4 21q4-4 8 0t8 0') },
  { name: 'icon-peak', svg: drawIcon('M3 20L10 6L14 13L16 10L21 20ZM10 6l2.6 5') },
  { name: 'icon-sun', svg: drawIcon('M12 8a4 4 0 1 0 .01 0ZM12 2v3M12 19v3M2 12h3M19 12h3') },
  { name: 'icon-compass', svg: drawIcon('M12 3a9 9 0 1 0 .01 0ZM15 9l-2 4-4 2 2-4Z') },
  { name: 'pattern-waves', svg: drawWaves() },
];

function drawLogo({ land, sea, sun, word } = logo): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 200" width="640" height="200"><title>Causeway ${word}</title>
    <rect x="20" y="20" width="160" height="160" rx="36" fill="${land}"/><path d="M20 128q26-24 53 0t53 0 54 0v16a36 36 0 0 1-36 36H56a36 36 0 0 1-36-36Z" fill="${sea}"/>
    <path d="M48 180L92 92H108L152 180Z" fill="#f4efe6"/><circle cx="100" cy="66" r="16" fill="${sun}"/>
    ${letter({ text: 'Causeway', x: 212, y: 104, size: 44, colour: '#1f2a33', weight: 0.14 })}${letter({ text: word, x: 214, y: 146, size: 22, colour: land })}</svg>`;
}

function drawIcon(path: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="96" height="96" fill="none" stroke="#0f766e" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></svg>`;
}

function drawWaves(): string {
  const rows = Array.from({ length: 12 }, (_, row) => {
    const y = 30 + row * 36;
    return `<path d="M-40 ${y}q20 -22 40 0t40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0" opacity="${0.25 + row * 0.06}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 440" width="640" height="440"><rect width="640" height="440" fill="#e2f1f3"/><g fill="none" stroke="#0f766e" stroke-width="5">${rows.join('')}</g></svg>`;
}
