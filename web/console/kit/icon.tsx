const paths = {
  overview: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  performance: 'M4 19h16M6 15l4-5 3 3 5-7M14 6h4v4',
  start: 'M5 12l5 5L20 7',
  events: 'M4 6h16M4 12h16M4 18h10',
  funnel: 'M4 5h16l-6 8v6l-4-2v-4z',
  spend:
    'M12 3v18M16 7.500C15 6 13.500 5.500 12 5.500c-2.500 0-4 1.200-4 3s1.500 2.700 4 3.300 4.300 1.500 4.300 3.500-1.800 3.200-4.300 3.200c-2 0-3.500-.800-4.300-2.300',
  books: 'M5 4h11l3 3v13H5zM8 9h5M8 13h7M8 17l2 1 4-4',
  keys: 'M14 7a4 4 0 1 0 3 7l4-4M14 10h.01M11 13l-7 7M6 18l2 2',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  webhooks: 'M4 12h9M9 8l4 4-4 4M14 5h6v14h-6',
  competitors: 'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6M3 20c0-4 3-6 6-6s6 2 6 6M16 5a3 3 0 0 1 0 6M18 14c2 1 3 3 3 6',
  keywords: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M21 21l-5-5',
  assistant: 'M5 5h14v10h-8l-4 4v-4H5z',
  prompts: 'M4 5h16v14H4zM4 15l5-5 4 4 3-3 4 4',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21c0-4 4-6 8-6s8 2 8 6',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12l5 5L20 7',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1 1M18 18l1 1M5 19l1-1M18 6l1-1',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  out: 'M14 8V5H5v14h9v-3M10 12h11M18 9l3 3-3 3',
  right: 'M9 6l6 6-6 6',
  down: 'M6 9l6 6 6-6',
  up: 'M6 15l6-6 6 6',
  channels: 'M4 6h6l4 12h6M4 18h6l1-3M14 6h6M17 3l3 3-3 3M17 15l3 3-3 3',
  traffic: 'M4 20V4M4 12h7l3-3 3 3h3M8 16h.01M12 16h.01M16 16h.01',
  outside: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
} as const;
export type IconName = keyof typeof paths;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
