/** What every shop's page says, in the languages of the market. */
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
    made: (name, country) =>
      `${name} ist ein kleines Team aus ${country}. Wir antworten innerhalb eines Tages.`,
    follow: 'Folgen Sie uns auf Facebook',
    share: 'Teilen',
  },
  fr: {
    products: 'Produits',
    about: 'À propos',
    contact: 'Contact',
    see: 'Voir nos produits',
    from: 'Disponible dès maintenant',
    made: (name, country) => `${name} est une petite équipe (${country}). Nous répondons en moins d'un jour.`,
    follow: 'Suivez-nous sur Facebook',
    share: 'Partager',
  },
  it: {
    products: 'Prodotti',
    about: 'Chi siamo',
    contact: 'Contatti',
    see: 'Scopri i prodotti',
    from: 'Disponibile subito',
    made: (name, country) => `${name} è una piccola squadra (${country}). Rispondiamo entro un giorno.`,
    follow: 'Seguici su Facebook',
    share: 'Condividi',
  },
  es: {
    products: 'Productos',
    about: 'Quiénes somos',
    contact: 'Contacto',
    see: 'Ver los productos',
    from: 'Disponible ya',
    made: (name, country) => `${name} es un equipo pequeño (${country}). Respondemos en menos de un día.`,
    follow: 'Síguenos en Facebook',
    share: 'Compartir',
  },
  pt: {
    products: 'Produtos',
    about: 'Sobre nós',
    contact: 'Contacto',
    see: 'Ver os produtos',
    from: 'Disponível agora',
    made: (name, country) => `${name} é uma pequena equipa (${country}). Respondemos em menos de um dia.`,
    follow: 'Siga-nos no Facebook',
    share: 'Partilhar',
  },
};

export const phrasesOf = (language: string): Phrases => byLanguage[language] ?? english;
