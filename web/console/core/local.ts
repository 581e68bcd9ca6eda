type LocalLinks = { inbox: string; shop: string; vendors: string; demo: string };

const meta = document.querySelector<HTMLMetaElement>('meta[name=adtrail-local]');
export const local: LocalLinks | null = meta ? JSON.parse(decodeURIComponent(meta.content)) : null;
