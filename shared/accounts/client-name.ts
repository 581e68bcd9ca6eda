import Bowser from 'bowser';

const maxLength = 60;

export function clientName(userAgent: string | undefined): string | null {
  const text = userAgent?.slice(0, 400).trim();
  if (!text) return null;
  const { browser, os } = Bowser.parse(text);
  const [major] = browser.version?.split('.') ?? [];
  const name = [browser.name, major, os.name && `on ${os.name}`].filter(Boolean).join(' ');
  return name.replace(/[^\x20-\x7e]/g, '').slice(0, maxLength) || null;
}
