import { mix } from './colour.ts';

/**
 * One moment of a film: the tide rises and falls over a causeway while a day goes by. Share runs
 * from 0 to 1 and the last moment leads back into the first.
 */
export function drawTide(share: number, { width, height }: { width: number; height: number }) {
  const turn = share * Math.PI * 2;
  const day = (1 - Math.cos(turn)) / 2;
  const sky = [mix('#1b2550', '#3f95cf', day), mix('#d5746a', '#d9f0f5', day)];
  const sun = {
    x: width * (0.15 + 0.7 * share),
    y: height * (0.52 - 0.38 * Math.sin(share * Math.PI)),
  };
  const sea = height * (0.62 - 0.05 * Math.sin(turn));
  const road = height * 0.64;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#s)"/>
    <circle cx="${sun.x}" cy="${sun.y}" r="${height * 0.13}" fill="#fff3c4" opacity=".25"/><circle cx="${sun.x}" cy="${sun.y}" r="${height * 0.07}" fill="#fff3c4"/>
    <path d="M0 ${height * 0.6}Q${width * 0.2} ${height * 0.44} ${width * 0.42} ${height * 0.56}T${width * 0.8} ${height * 0.54}T${width} ${height * 0.5}V${height}H0Z" fill="${mix('#3a3560', '#7fb0ae', day)}"/>
    <rect x="0" y="${road}" width="${width}" height="${height * 0.08}" fill="${mix('#3b3a48', '#8a8478', day)}"/>
    <rect x="0" y="${road - height * 0.012}" width="${width}" height="${height * 0.02}" fill="${mix('#5b5766', '#c9bfa9', day)}"/>
    ${[0, 1, 2, 3].map((layer) => drawWater({ layer, turn, day, sea, width, height })).join('')}
    ${drawBoat({ x: width * (((share + 0.25) % 1) * 1.3 - 0.15), y: sea + height * 0.19 + Math.sin(turn * 3) * 3, size: height * 0.2 })}
  </svg>`;
}

function drawWater(wave: {
  layer: number;
  turn: number;
  day: number;
  sea: number;
  width: number;
  height: number;
}): string {
  const { layer, turn, day, sea, width, height } = wave;
  const y = sea + layer * height * 0.085;
  const points = Array.from({ length: 33 }, (_, step) => {
    const along = (step / 32) * Math.PI * 2 * (2 + layer * 0.5);
    const swell = Math.sin(along + turn * (layer % 2 ? 2 : -3) + layer) * height * 0.012;
    return `${((step / 32) * width).toFixed(1)} ${(y + swell).toFixed(1)}`;
  });
  const colour = mix(mix('#28305c', '#4fb0bd', day), mix('#0d1430', '#0f6f7c', day), layer / 3);
  return `<path d="M0 ${height}L${points.join('L')}L${width} ${height}Z" fill="${colour}" opacity=".82"/>`;
}

function drawBoat({ x, y, size }: { x: number; y: number; size: number }): string {
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${size / 100})"><path d="M-60 0H60L42 26H-40Z" fill="#b4532a"/><path d="M-2 -6V-96L52 -12Z" fill="#fbf7ee"/><path d="M-8 -6V-80L-46 -12Z" fill="#e8dfcc"/></g>`;
}
