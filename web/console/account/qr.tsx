import { qrPath } from './qr-path.ts';

/** Black on white in dark mode too: scanners expect it. */
export function Qr({ text }: { text: string }) {
  const { path, size } = qrPath(text);
  return (
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
