import qrcode from 'qrcode-generator';

/** A QR code as the path of an SVG, a unit for each module, with the quiet zone that scanners need. */
export function qrPath(text: string): { path: string; size: number } {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const quiet = 4;
  const rows = Array.from({ length: count }, (_, row) =>
    Array.from({ length: count }, (__, column) =>
      code.isDark(row, column) ? `M${column + quiet} ${row + quiet}h1v1h-1z` : '',
    ).join(''),
  );
  return { path: rows.join(''), size: count + 2 * quiet };
}
