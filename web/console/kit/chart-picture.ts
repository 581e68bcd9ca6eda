type Legend = readonly { label: string; color: string }[];

/** A picture has no classes and variables, so these styles are copied. */
const styles = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'opacity',
  'font-size',
  'font-family',
  'font-weight',
  'text-anchor',
  'stop-color',
  'stop-opacity',
  'visibility',
];
const [margin, titleHeight, legendHeight] = [16, 32, 24];
/** Sharp text on every screen needs twice as many pixels. */
const scale = 2;

export async function pictureOf(element: HTMLElement, { title, legend }: { title: string; legend: Legend }): Promise<Blob> {
  const svg = element.querySelector<SVGSVGElement>('svg.recharts-surface');
  if (!svg) throw new Error('There is no chart yet.');
  const { width, height } = svg.getBoundingClientRect();
  const image = await loaded(textOf(svg, width, height));
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * margin) * scale;
  canvas.height = (height + titleHeight + legendHeight + 2 * margin) * scale;
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('This browser cannot draw a picture.');
  const look = getComputedStyle(element);
  const colorOf = (name: string) => look.getPropertyValue(`--mantine-color-${name}-6`) || look.color;
  drawing.scale(scale, scale);
  drawing.fillStyle = getComputedStyle(element.closest('section') ?? element).backgroundColor;
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.fillStyle = look.color;
  drawing.font = `600 15px ${look.fontFamily}`;
  drawing.fillText(title, margin, margin + 14, width);
  drawing.drawImage(image, margin, margin + titleHeight, width, height);
  drawing.font = `13px ${look.fontFamily}`;
  let left = margin;
  const bottom = margin + titleHeight + height + legendHeight;
  for (const { label, color } of legend) {
    drawing.fillStyle = colorOf(color);
    drawing.fillRect(left, bottom - 10, 12, 12);
    drawing.fillStyle = look.color;
    drawing.fillText(label, left + 18, bottom);
    left += drawing.measureText(label).width + 42;
  }
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture was made.'))), 'image/png');
  });
}

function textOf(svg: SVGSVGElement, width: number, height: number): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  for (const [at, original] of [svg, ...svg.querySelectorAll('*')].entries()) {
    const computed = getComputedStyle(original);
    for (const name of styles) copies[at]?.style.setProperty(name, computed.getPropertyValue(name));
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return new XMLSerializer().serializeToString(copy);
}

async function loaded(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}
