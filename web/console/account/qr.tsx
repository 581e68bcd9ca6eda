import qrcode from 'qrcode-generator';

/** Scanners expect black on white, in dark mode too. */
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

/** A unit is a module of the QR code. Scanners need the quiet zone around the code. */
function qrPath(text: string): { path: string; size: number } {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const quiet = 4;
  const rows = Array.from({ length: count }, (_, row) =>
    Array.from({ length: count }, (__, column) => (code.isDark(row, column) ? `M${column + quiet} ${row + quiet}h1v1h-1z` : '')).join(''),
  );
  return { path: rows.join(''), size: count + 2 * quiet };
}
