export type Colour = readonly [red: number, green: number, blue: number];
type Point = readonly [x: number, y: number];

/** How far a point is from a shape's edge; below zero inside. */
type Distance = (x: number, y: number) => number;

/** `Math.hypot` guards against numbers far larger than a picture, and takes ten times as long. */
const far = (x: number, y: number) => Math.sqrt(x * x + y * y);

/** A picture that is painted with soft-edged shapes, over a ground that fades from one colour into another. */
export function canvas(width: number, height: number, [from, to]: readonly [Colour, Colour]) {
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      // Few steps, so that the picture packs well.
      const part = Math.round(((x / width + y / height) / 2) * 24) / 24;
      for (let c = 0; c < 3; c++)
        rgb[(y * width + x) * 3 + c] = (from[c] ?? 0) + ((to[c] ?? 0) - (from[c] ?? 0)) * part;
    }

  function fill(
    distance: Distance,
    [left, top, right, bottom]: readonly number[],
    colour: Colour,
    opacity = 1,
  ) {
    const [x0, y0] = [Math.max(0, Math.floor((left ?? 0) - 1)), Math.max(0, Math.floor((top ?? 0) - 1))];
    const [x1, y1] = [
      Math.min(width, Math.ceil((right ?? 0) + 1)),
      Math.min(height, Math.ceil((bottom ?? 0) + 1)),
    ];
    for (let y = y0; y < y1; y++)
      for (let x = x0; x < x1; x++) {
        const cover = Math.min(1, Math.max(0, 0.5 - distance(x + 0.5, y + 0.5))) * opacity;
        if (cover === 0) continue;
        const at = (y * width + x) * 3;
        for (let c = 0; c < 3; c++) rgb[at + c] = (rgb[at + c] ?? 0) * (1 - cover) + (colour[c] ?? 0) * cover;
      }
  }

  const line = ([ax, ay]: Point, [bx, by]: Point, thickness: number, colour: Colour) => {
    const [dx, dy, radius] = [bx - ax, by - ay, thickness / 2];
    const length2 = dx * dx + dy * dy || 1;
    fill(
      (x, y) => {
        const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length2));
        return far(x - ax - along * dx, y - ay - along * dy) - radius;
      },
      [
        Math.min(ax, bx) - radius,
        Math.min(ay, by) - radius,
        Math.max(ax, bx) + radius,
        Math.max(ay, by) + radius,
      ],
      colour,
    );
  };

  return {
    pixels: { width, height, rgb },
    line,
    disc([cx, cy]: Point, radius: number, colour: Colour, opacity = 1) {
      const box = [cx - radius, cy - radius, cx + radius, cy + radius];
      fill((x, y) => far(x - cx, y - cy) - radius, box, colour, opacity);
    },
    ring([cx, cy]: Point, radius: number, thickness: number, colour: Colour) {
      const outer = radius + thickness / 2;
      const box = [cx - outer, cy - outer, cx + outer, cy + outer];
      fill((x, y) => Math.abs(far(x - cx, y - cy) - radius) - thickness / 2, box, colour);
    },
    /** A rectangle with round corners. */
    plate(
      [left, top, wide, high]: readonly [number, number, number, number],
      corner: number,
      colour: Colour,
      opacity = 1,
    ) {
      const [cx, cy] = [left + wide / 2, top + high / 2];
      const distance: Distance = (x, y) => {
        const [qx, qy] = [Math.abs(x - cx) - wide / 2 + corner, Math.abs(y - cy) - high / 2 + corner];
        return far(Math.max(qx, 0), Math.max(qy, 0)) + Math.min(Math.max(qx, qy), 0) - corner;
      };
      fill(distance, [left, top, left + wide, top + high], colour, opacity);
    },
    polygon(points: readonly Point[], colour: Colour) {
      const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
      const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
      fill((x, y) => distanceTo(points, x, y), box, colour);
    },
    path(points: readonly Point[], thickness: number, colour: Colour) {
      points.slice(1).forEach((point, at) => {
        line(points[at] ?? point, point, thickness, colour);
      });
    },
  };
}
export type Canvas = ReturnType<typeof canvas>;

function distanceTo(points: readonly Point[], x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  let isInside = false;
  for (const [at, [ax, ay]] of points.entries()) {
    const [bx, by] = points[(at + 1) % points.length] ?? [ax, ay];
    const [dx, dy] = [bx - ax, by - ay];
    const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    nearest = Math.min(nearest, far(x - ax - along * dx, y - ay - along * dy));
    if (ay > y !== by > y && x < ax + ((y - ay) / dy) * dx) isInside = !isInside;
  }
  return isInside ? -nearest : nearest;
}
