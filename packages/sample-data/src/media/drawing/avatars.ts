import { createRandom, type Random } from '../../random.ts';
import { countries } from '../../words/people.ts';
import { mix } from './colour.ts';

const skins = ['#f7d7bd', '#eec1a0', '#d99f76', '#b87a52', '#8a5a3c', '#5f3d2b'];
const hairs = ['#1f1a17', '#3b2a20', '#6b4428', '#a8713a', '#d9b06a', '#9aa0a6', '#7a2f22'];
const clothes = ['#0f766e', '#1d4e89', '#7c3a6b', '#b4532a', '#3f6b3a', '#475569', '#c08a1e'];
const walls = ['#e4efe9', '#e3ebf5', '#f3e6ea', '#f6ecdc', '#e9e7f4', '#e2f1f3'];

export type Avatar = { name: string; svg: string };

/** People drawn from a few shapes; no two look quite alike. */
export function listAvatars(count: number): Avatar[] {
  const random = createRandom('avatars');
  const names = new Set<string>();
  while (names.size < count) {
    const home = random.pick(countries);
    const name = `${random.pick(home.first)}-${random.pick(home.last)}`.toLowerCase();
    if (/^[a-z-]+$/.test(name)) names.add(name);
  }
  return [...names].map((name) => ({ name, svg: drawAvatar(createRandom(`avatar ${name}`)) }));
}

function drawAvatar(random: Random): string {
  const wall = random.pick(walls);
  const skin = random.pick(skins);
  const hair = random.pick(hairs);
  const shirt = random.pick(clothes);
  const style = random.pick(styles)(hair);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256">
    <defs><linearGradient id="wall" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${mix(wall, '#ffffff', 0.4)}"/><stop offset="1" stop-color="${mix(wall, shirt, 0.28)}"/></linearGradient></defs>
    <rect width="256" height="256" fill="url(#wall)"/>
    ${style.behind}
    <path d="M28 256C30 200 76 186 128 186S226 200 228 256Z" fill="${shirt}"/>
    <path d="M104 150H152V186C152 210 104 210 104 186Z" fill="${mix(skin, '#3a1f10', 0.14)}"/>
    ${random.chance(0.4) ? `<path d="M96 190L128 222L160 190L172 196L128 246L84 196Z" fill="${mix(shirt, '#ffffff', 0.75)}"/>` : ''}
    <ellipse cx="76" cy="122" rx="9" ry="13" fill="${mix(skin, '#3a1f10', 0.08)}"/><ellipse cx="180" cy="122" rx="9" ry="13" fill="${mix(skin, '#3a1f10', 0.08)}"/>
    <path d="M76 108C76 66 98 50 128 50S180 66 180 108C180 152 158 176 128 176S76 152 76 108Z" fill="${skin}"/>
    ${random.chance(0.22) ? `<path d="M77 116C79 164 100 182 128 182S177 164 179 116C172 142 160 144 128 142S84 142 77 116Z" fill="${hair}"/>` : ''}
    ${drawFace(random, { skin, hair })}
    ${style.front}
    ${random.chance(0.28) ? glasses : ''}
  </svg>`;
}

function drawFace(random: Random, { skin, hair }: { skin: string; hair: string }): string {
  const smile = random.whole(4, 13);
  const brow = mix(hair, '#000000', 0.15);
  return `<circle cx="106" cy="118" r="5" fill="#2a211d"/><circle cx="150" cy="118" r="5" fill="#2a211d"/>
    <path d="M95 103Q106 ${random.whole(95, 100)} 117 103M139 103Q150 ${random.whole(95, 100)} 161 103" stroke="${brow}" stroke-width="4" stroke-linecap="round" fill="none"/>
    <path d="M128 120Q122 136 130 138" stroke="${mix(skin, '#3a1f10', 0.3)}" stroke-width="3.5" stroke-linecap="round" fill="none"/>
    <circle cx="96" cy="138" r="9" fill="#e2725b" opacity=".18"/><circle cx="160" cy="138" r="9" fill="#e2725b" opacity=".18"/>
    <path d="M112 153Q128 ${153 + smile} 144 153" stroke="#8c3b35" stroke-width="4.5" stroke-linecap="round" fill="none"/>`;
}

type Style = { behind: string; front: string };

const fringe =
  'M72 112C66 58 100 38 130 38S192 58 184 112C180 90 168 80 152 78C130 88 92 84 72 112Z';

const styles: readonly ((hair: string) => Style)[] = [
  (hair) => ({ behind: '', front: `<path d="${fringe}" fill="${hair}"/>` }),
  (hair) => ({
    behind: `<path d="M62 200C50 90 70 36 128 36S206 90 194 200C170 214 86 214 62 200Z" fill="${hair}"/>`,
    front: `<path d="M74 116C72 70 96 48 126 46C120 78 98 92 74 116ZM182 116C184 70 160 48 126 46C134 78 158 92 182 116Z" fill="${hair}"/>`,
  }),
  (hair) => ({
    behind: `<circle cx="128" cy="34" r="24" fill="${hair}"/>`,
    front: `<path d="M73 110C70 62 98 42 128 42S186 62 183 110C174 84 160 74 128 74S82 84 73 110Z" fill="${hair}"/>`,
  }),
  (hair) => ({
    behind: [
      [86, 70],
      [108, 48],
      [138, 44],
      [166, 62],
      [180, 88],
      [76, 94],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="27" fill="${hair}"/>`)
      .join(''),
    front: [
      [92, 74],
      [114, 64],
      [140, 64],
      [162, 76],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="17" fill="${hair}"/>`)
      .join(''),
  }),
  (hair) => ({
    behind: '',
    front: `<path d="M75 104C74 66 98 44 128 44S182 66 181 104C176 86 174 78 166 70C140 62 116 62 90 70C82 78 79 88 75 104Z" fill="${hair}"/>`,
  }),
  (hair) => ({
    behind: `<path d="M66 168C56 84 74 38 128 38S200 84 190 168Z" fill="${hair}"/>`,
    front: `<path d="M74 108C74 68 100 52 128 52S182 68 182 108C164 92 92 92 74 108Z" fill="${hair}"/>`,
  }),
  () => ({ behind: '', front: '' }),
];

const glasses = `<g fill="none" stroke="#26323a" stroke-width="4"><circle cx="106" cy="118" r="17"/><circle cx="150" cy="118" r="17"/><path d="M123 116Q128 112 133 116M89 114L77 110M167 114L179 110"/></g>`;
