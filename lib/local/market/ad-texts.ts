export type AdTexts = {
  bodies: readonly string[];
  titles: readonly string[];
  descriptions: readonly string[];
  buttons: readonly (readonly [type: string, text: string])[];
  issue: string;
};

export const adTexts: Record<string, AdTexts> = {
  en: {
    bodies: [
      'Meet our {product}. Made by people who use them every day. Order today, decide at home.',
      'Still looking for the right {product}? {name} makes it easy: two questions, one recommendation, 60 days to change your mind.',
      '“I did not expect {product} to make such a difference.” Read why 4 out of 5 customers come back to {name}.',
      'New this season: {product} by {name}. Fewer compromises, same price.',
      'Save 15 % on {product} until Sunday. No code, no small print.',
      'Three things to check before you buy {product}. The second one surprises most people.',
      '{product}, delivered free. {name} pays for the way back, too.',
      'Our {product} are back in stock. Last time they were gone within nine days.',
    ],
    titles: ['{product} by {name}', 'Try {product} for 60 days', 'Save 15 % this week', 'Which one fits you?'],
    descriptions: ['Free delivery and returns', 'Rated 4.7 by 2,300 customers', 'From a small team that answers'],
    buttons: [
      ['SHOP_NOW', 'Shop now'],
      ['LEARN_MORE', 'Learn more'],
      ['SIGN_UP', 'Sign up'],
      ['GET_OFFER', 'Get offer'],
    ],
    issue: '{name} supports the right to repair. Tell your representative what you think of the new law.',
  },
  de: {
    bodies: [
      'Unsere {product}: gemacht von Leuten, die sie jeden Tag benutzen. Heute bestellen, zu Hause entscheiden.',
      'Noch auf der Suche? Bei {name} reichen zwei Fragen bis zum richtigen Angebot: {product}, 60 Tage Bedenkzeit.',
      'Neu in dieser Saison: {product} von {name}. Weniger Kompromisse, gleicher Preis.',
      'Bis Sonntag 15 % sparen: {product}. Ohne Code und ohne Kleingedrucktes.',
      '{product}, frei Haus geliefert. Den Rückweg zahlt {name} auch.',
      'Drei Dinge, auf die man vor dem Kauf achten sollte: {product} im Vergleich.',
    ],
    titles: ['{product} von {name}', '60 Tage ausprobieren', 'Diese Woche 15 % sparen'],
    descriptions: ['Versand und Rückgabe kostenlos', 'Mit 4,7 von 5 bewertet'],
    buttons: [
      ['SHOP_NOW', 'Jetzt einkaufen'],
      ['LEARN_MORE', 'Mehr dazu'],
      ['GET_OFFER', 'Angebot nutzen'],
    ],
    issue: '{name} unterstützt das Recht auf Reparatur. Sag deiner Abgeordneten, was du davon hältst.',
  },
};
