import type { ChannelName } from './macros.ts';

// The marks use a grid of 24.
const marks: Partial<Record<ChannelName, [color: string, path: string]>> = {
  google: ['#4285f4', 'M20 12h-8v3h4.700a5 5 0 1 1-1.300-6l2.200-2.200A8 8 0 1 0 20 12z'],
  meta: [
    '#0866ff',
    'M3 15c0-5 2-9 4.500-9 3.500 0 5.500 12 9 12 2.500 0 4.500-1.500 4.500-5 0-4-2-7-4.500-7-3.500 0-5.500 12-9 12C5 18 3 17 3 15z',
  ],
  tiktok: ['#ee1d52', 'M14 3v12.500a4 4 0 1 1-4-4M14 3c.500 3 2.500 5 5.500 5'],
  microsoft: ['#00a4ef', 'M3 3h8v8H3zM13 3h8v8h-8zM3 13h8v8H3zM13 13h8v8h-8z'],
  pinterest: ['#e60023', 'M9 21l3-13M8 13c-2-5 1-8 4.500-8S18 8 17 11.500 12.500 16 11 13.500'],
};
const filled: readonly ChannelName[] = ['google', 'microsoft'];

export function NetworkIcon({ of }: { of: ChannelName }) {
  const [color, path] = marks[of] ?? [];
  if (!path) return null;
  const isFilled = filled.includes(of);
  return (
    <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} {...(isFilled ? { fill: color } : { fill: 'none', stroke: color, strokeWidth: 2.6, strokeLinecap: 'round' })} />
    </svg>
  );
}
