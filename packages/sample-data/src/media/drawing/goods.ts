import { mix } from './colour.ts';

/** A drawing for each kind of goods, in a square of 400, standing on the line y = 340. */
export function drawGoods(kind: string, colour: string): string {
  const tones = {
    main: colour,
    dark: mix(colour, '#12161c', 0.38),
    light: mix(colour, '#ffffff', 0.36),
    pale: mix(colour, '#ffffff', 0.72),
    steel: '#9aa6ae',
    ink: '#27313a',
  };
  return (drawings[kind] ?? drawBox)(tones);
}

type Tones = Record<'main' | 'dark' | 'light' | 'pale' | 'steel' | 'ink', string>;

const drawBox = (tones: Tones) =>
  `<rect x="90" y="140" width="220" height="200" rx="12" fill="${tones.main}"/>`;

const drawings: Record<string, (tones: Tones) => string> = {
  Tents: ({ main, dark, light, pale, ink }) => `
    <path d="M40 340L200 90L360 340Z" fill="${main}"/><path d="M200 90L360 340H262Z" fill="${dark}"/>
    <path d="M200 90L152 340H250Z" fill="${light}"/><path d="M200 120L176 340H226Z" fill="${ink}"/>
    <path d="M200 120L176 340H152Z" fill="${pale}"/><path d="M200 90L18 346M200 90L382 346" stroke="${ink}" stroke-width="3" fill="none"/>`,
  Backpacks: ({ main, dark, light, pale, ink }) => `
    <path d="M160 100C160 56 240 56 240 100" stroke="${ink}" stroke-width="12" fill="none"/>
    <rect x="84" y="200" width="40" height="116" rx="18" fill="${dark}"/><rect x="276" y="200" width="40" height="116" rx="18" fill="${dark}"/>
    <path d="M108 160C108 112 140 90 200 90S292 112 292 160V310C292 330 280 340 262 340H138C120 340 108 330 108 310Z" fill="${main}"/>
    <path d="M108 172C108 118 140 90 200 90S292 118 292 172C292 196 264 204 200 204S108 196 108 172Z" fill="${light}"/>
    <rect x="138" y="234" width="124" height="82" rx="16" fill="${dark}"/><path d="M150 256H250" stroke="${pale}" stroke-width="5" stroke-linecap="round"/>
    <rect x="188" y="186" width="24" height="40" rx="5" fill="${ink}"/>`,
  'Sleeping bags': ({ main, dark, light, pale }) => `
    <path d="M128 96C150 60 250 60 272 96C290 150 280 260 262 330C256 346 144 346 138 330C120 260 110 150 128 96Z" fill="${main}"/>
    <path d="M150 112C166 84 234 84 250 112C256 150 232 172 200 172S144 150 150 112Z" fill="${dark}"/>
    <path d="M164 122C176 104 224 104 236 122C236 146 220 156 200 156S164 146 164 122Z" fill="${pale}"/>
    ${[204, 244, 284].map((y) => `<path d="M124 ${y}Q200 ${y + 22} 276 ${y}" stroke="${light}" stroke-width="5" fill="none"/>`).join('')}
    <path d="M200 172V336" stroke="${dark}" stroke-width="5" stroke-dasharray="9 6"/>`,
  Lights: ({ main, dark, light, steel, ink }) => `
    <path d="M150 112C150 40 250 40 250 112" stroke="${steel}" stroke-width="9" fill="none"/>
    <rect x="142" y="104" width="116" height="32" rx="10" fill="${dark}"/>
    <rect x="152" y="136" width="96" height="142" fill="#ffe9a8"/><circle cx="200" cy="206" r="66" fill="#fff6d5" opacity=".55"/>
    <path d="M200 164C222 192 222 222 200 236C178 222 178 192 200 164Z" fill="#f5a623"/>
    <path d="M152 136V278M248 136V278M184 136V278M216 136V278" stroke="${ink}" stroke-width="5"/>
    <path d="M132 278H268L282 340H118Z" fill="${main}"/><path d="M132 278H268L272 296H128Z" fill="${light}"/>`,
  Jackets: ({ main, dark, light, pale, ink }) => `
    <path d="M138 108L70 150L48 300L98 312L118 220Z" fill="${dark}"/><path d="M262 108L330 150L352 300L302 312L282 220Z" fill="${dark}"/>
    <path d="M138 106C160 92 240 92 262 106L292 340H108Z" fill="${main}"/>
    <path d="M150 104C150 60 250 60 250 104C240 128 220 134 200 134S160 128 150 104Z" fill="${light}"/><path d="M166 104C168 80 232 80 234 104C226 116 214 120 200 120S174 116 166 104Z" fill="${ink}"/>
    <path d="M200 134V340" stroke="${pale}" stroke-width="6"/><path d="M134 254L172 262M266 254L228 262" stroke="${ink}" stroke-width="7" stroke-linecap="round"/>
    <path d="M126 206H196M204 206H274" stroke="${light}" stroke-width="5"/>`,
  Shoes: ({ main, dark, light, pale, ink }) => `
    <path d="M60 300C60 230 76 160 92 126C128 116 154 122 166 136C176 184 220 214 290 230C340 242 354 268 352 306Z" fill="${main}"/>
    <path d="M92 126C128 116 154 122 166 136L172 160C146 152 116 152 86 160Z" fill="${dark}"/>
    <path d="M290 230C340 242 354 268 352 306H272C268 276 272 250 290 230Z" fill="${light}"/>
    <path d="M52 300H356C360 326 352 340 336 340H74C56 340 48 322 52 300Z" fill="${ink}"/><path d="M56 304H354" stroke="${pale}" stroke-width="9"/>
    ${[0, 1, 2, 3].map((row) => `<path d="M${168 + row * 26} ${176 + row * 16}l-24 22" stroke="${pale}" stroke-width="8" stroke-linecap="round"/>`).join('')}`,
  Hats: ({ main, dark, light, pale }) => `
    <circle cx="200" cy="96" r="36" fill="${pale}"/>
    <path d="M92 270C84 160 130 108 200 108S316 160 308 270Z" fill="${main}"/>
    ${[126, 164, 200, 236, 274].map((x) => `<path d="M${x} 262Q${x + (200 - x) * 0.3} 180 ${200 + (x - 200) * 0.35} 116" stroke="${dark}" stroke-width="5" fill="none" opacity=".55"/>`).join('')}
    <rect x="78" y="256" width="244" height="84" rx="24" fill="${light}"/>
    ${[108, 138, 168, 200, 232, 262, 292].map((x) => `<path d="M${x} 266V330" stroke="${main}" stroke-width="7" stroke-linecap="round"/>`).join('')}`,
  Stoves: ({ main, dark, light, steel, ink }) => `
    <path d="M200 62C236 104 246 136 228 164C250 158 256 140 254 126C280 160 270 204 200 208C130 204 124 158 158 122C160 142 170 150 180 150C168 116 178 92 200 62Z" fill="#f08a24"/>
    <path d="M200 128C220 152 222 186 200 196C178 186 180 152 200 128Z" fill="#ffd873"/>
    <path d="M106 208H294L276 228H124Z" fill="${ink}"/><path d="M128 228L108 256M272 228L292 256" stroke="${steel}" stroke-width="11" stroke-linecap="round"/>
    <rect x="184" y="226" width="32" height="34" fill="${steel}"/>
    <path d="M132 268C132 252 160 250 200 250S268 252 268 268V322C268 336 256 340 240 340H160C144 340 132 336 132 322Z" fill="${main}"/>
    <path d="M132 286H268V308H132Z" fill="${light}"/><path d="M246 252C262 256 268 262 268 268V322C268 336 256 340 240 340Z" fill="${dark}" opacity=".5"/>`,
  Cookware: ({ main, dark, light, steel, ink }) => `
    <path d="M110 170C110 70 290 70 290 170" stroke="${steel}" stroke-width="10" fill="none"/>
    <rect x="180" y="128" width="40" height="24" rx="9" fill="${ink}"/>
    <path d="M96 172C104 150 160 146 200 146S296 150 304 172Z" fill="${light}"/>
    <path d="M96 172H304V290C304 322 286 340 254 340H146C114 340 96 322 96 290Z" fill="${main}"/>
    <rect x="84" y="166" width="232" height="20" rx="10" fill="${dark}"/>
    <path d="M124 208V288C124 304 132 314 146 316" stroke="${light}" stroke-width="11" stroke-linecap="round" fill="none"/>`,
  Bottles: ({ main, dark, light, pale, steel }) => `
    <rect x="168" y="56" width="64" height="46" rx="10" fill="${steel}"/><path d="M176 62V96M192 62V96M208 62V96M224 62V96" stroke="#76838c" stroke-width="4"/>
    <path d="M160 102H240C244 128 270 138 270 172V312C270 330 258 340 240 340H160C142 340 130 330 130 312V172C130 138 156 128 160 102Z" fill="${main}"/>
    <path d="M240 102C244 128 270 138 270 172V312C270 330 258 340 240 340H228C240 320 240 140 222 102Z" fill="${dark}" opacity=".6"/>
    <path d="M150 176V300" stroke="${light}" stroke-width="13" stroke-linecap="round"/>
    <path d="M130 262L172 214L198 240L226 204L270 262Z" fill="${pale}"/>`,
  Bicycles: ({ main, dark, steel, ink }) => `
    <g fill="none"><circle cx="104" cy="266" r="72" stroke="${ink}" stroke-width="10"/><circle cx="296" cy="266" r="72" stroke="${ink}" stroke-width="10"/>
    ${[0, 30, 60, 90, 120, 150].map((turn) => `<path d="M36 266H172" stroke="${steel}" stroke-width="2" transform="rotate(${turn} 104 266)"/><path d="M228 266H364" stroke="${steel}" stroke-width="2" transform="rotate(${turn} 296 266)"/>`).join('')}
    <path d="M104 266L154 164H264L196 270H104M196 270L150 152M296 266L258 140" stroke="${main}" stroke-width="13" stroke-linejoin="round" stroke-linecap="round"/>
    <path d="M126 148H174" stroke="${ink}" stroke-width="15" stroke-linecap="round"/><path d="M258 140C256 122 270 116 300 122C316 126 316 146 300 148" stroke="${ink}" stroke-width="10" stroke-linecap="round"/>
    <circle cx="196" cy="270" r="22" stroke="${dark}" stroke-width="9"/><path d="M196 270L216 306M206 308H230" stroke="${ink}" stroke-width="8" stroke-linecap="round"/></g>`,
  Parts: ({ main, dark, light, ink }) => `
    ${Array.from({ length: 20 }, (_, tooth) => `<rect x="190" y="68" width="20" height="30" rx="6" fill="${dark}" transform="rotate(${tooth * 18} 200 204)"/>`).join('')}
    <circle cx="200" cy="204" r="118" fill="${main}"/><circle cx="200" cy="204" r="90" fill="${light}"/>
    ${[0, 72, 144, 216, 288].map((turn) => `<path d="M186 204L176 120H224L214 204Z" fill="${dark}" transform="rotate(${turn} 200 204)"/>`).join('')}
    <circle cx="200" cy="204" r="40" fill="${ink}"/><circle cx="200" cy="204" r="17" fill="${light}"/>`,
  Bags: ({ main, dark, light, pale, ink }) => `
    <path d="M150 116C150 76 250 76 250 116" stroke="${ink}" stroke-width="11" fill="none"/>
    <path d="M92 150C92 124 108 112 134 112H266C292 112 308 124 308 150L322 316C322 332 312 340 296 340H104C88 340 78 332 78 316Z" fill="${main}"/>
    <path d="M92 150C92 124 108 112 134 112H266C292 112 308 124 308 150L312 198H88Z" fill="${dark}"/>
    <rect x="130" y="176" width="26" height="62" rx="7" fill="${ink}"/><rect x="244" y="176" width="26" height="62" rx="7" fill="${ink}"/>
    <path d="M104 272H296" stroke="${pale}" stroke-width="12"/><path d="M104 300H296" stroke="${light}" stroke-width="5"/>`,
  Boats: ({ main, dark, light, pale, ink }) => `
    <path d="M286 70L146 330" stroke="${ink}" stroke-width="9" stroke-linecap="round"/><path d="M300 44C322 56 312 92 284 100L270 92C270 62 284 42 300 44Z" fill="${light}"/>
    <path d="M22 196C92 236 308 236 378 196C366 290 300 330 200 330S34 290 22 196Z" fill="${main}"/>
    <path d="M22 196C92 236 308 236 378 196C340 228 280 254 200 254S60 228 22 196Z" fill="${dark}"/>
    <path d="M48 262C110 300 290 300 352 262" stroke="${pale}" stroke-width="8" fill="none"/>
    <path d="M10 336Q58 318 106 336T202 336T298 336T392 336" stroke="#6fb3cf" stroke-width="9" fill="none" stroke-linecap="round"/>`,
  'Dry bags': ({ main, dark, light, pale, ink }) => `
    <path d="M126 96C126 60 274 60 274 96" stroke="${ink}" stroke-width="10" fill="none"/>
    <rect x="112" y="88" width="176" height="34" rx="15" fill="${dark}"/><rect x="122" y="116" width="156" height="22" rx="10" fill="${light}"/>
    <path d="M126 136H274C290 180 294 264 282 318C278 334 262 340 240 340H160C138 340 122 334 118 318C106 264 110 180 126 136Z" fill="${main}"/>
    <path d="M146 168C136 220 138 270 146 306" stroke="${light}" stroke-width="12" stroke-linecap="round" fill="none"/>
    <path d="M200 200C226 236 236 252 236 270A36 36 0 0 1 164 270C164 252 174 236 200 200Z" fill="${pale}"/>`,
};
