import { create } from 'qrcode';
import classes from './qr-code.module.css';

/** Always dark on white, with the quiet margin that cameras need, whatever the theme. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const path = Array.from({ length: size * size }, (_, index) => index)
    .filter((index) => modules.data[index])
    .map((index) => `M${index % size} ${Math.floor(index / size)}h1v1h-1z`)
    .join('');
  return (
    <svg
      className={classes.code}
      viewBox={`-3 -3 ${size + 6} ${size + 6}`}
      shapeRendering="crispEdges"
    >
      <title>{label}</title>
      <path d={path} />
    </svg>
  );
}
