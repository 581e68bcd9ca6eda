export type Phrases = {
  products: string;
  about: string;
  contact: string;
  see: string;
  from: string;
  made: (name: string, country: string) => string;
  follow: string;
  share: string;
};

const english: Phrases = {
  products: 'Products',
  about: 'About us',
  contact: 'Contact',
  see: 'See what we make',
  from: 'Available now',
  made: (name, country) => `${name} is a small team (${country}). We answer every message within a day.`,
  follow: 'Follow us on Facebook',
  share: 'Share',
};

const byLanguage: Record<string, Phrases> = {
  de: {
    products: 'Produkte',
    about: 'Über uns',
    contact: 'Kontakt',
    see: 'Zu unseren Produkten',
    from: 'Ab sofort lieferbar',
    made: (name, country) => `${name} ist ein kleines Team aus ${country}. Wir antworten innerhalb eines Tages.`,
    follow: 'Folgen Sie uns auf Facebook',
    share: 'Teilen',
  },
};

export const phrasesOf = (language: string): Phrases => byLanguage[language] ?? english;
