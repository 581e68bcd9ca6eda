export type AdTexts = {
  /** Each with `{product}`, some with `{name}` and `{place}`. */
  bodies: readonly string[];
  titles: readonly string[];
  descriptions: readonly string[];
  /** Of what a button says: the vendor's word for it and the reader's. */
  buttons: readonly (readonly [type: string, text: string])[];
  issue: string;
};

/** What ads of the made-up market say, by language. */
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
    titles: [
      '{product} by {name}',
      'Try {product} for 60 days',
      'Save 15 % this week',
      'Which one fits you?',
    ],
    descriptions: [
      'Free delivery and returns',
      'Rated 4.7 by 2,300 customers',
      'From a small team that answers',
    ],
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
  fr: {
    bodies: [
      'Découvrez nos {product}, conçus par ceux qui les utilisent chaque jour. Commandez, essayez, décidez.',
      'Vous hésitez encore ? Deux questions suffisent pour trouver ce qu’il vous faut : {product}, 60 jours pour changer d’avis.',
      'Nouveautés de la saison : {product} par {name}. Moins de compromis, même prix.',
      '15 % de remise jusqu’à dimanche sur nos {product}. Sans code.',
      '{product} livrés gratuitement. Le retour est pour {name} aussi.',
    ],
    titles: ['{product} par {name}', 'Essayez pendant 60 jours', '15 % cette semaine'],
    descriptions: ['Livraison et retours gratuits', 'Noté 4,7 par 2 300 clients'],
    buttons: [
      ['SHOP_NOW', 'Acheter'],
      ['LEARN_MORE', 'En savoir plus'],
    ],
    issue: '{name} soutient le droit à la réparation. Dites à votre député ce que vous en pensez.',
  },
  es: {
    bodies: [
      'Conoce nuestros {product}, hechos por quienes los usan cada día. Pide hoy y decide en casa.',
      '¿Aún buscas? Con {name} bastan dos preguntas: {product}, 60 días para cambiar de idea.',
      'Novedades de temporada: {product} de {name}. Menos renuncias, el mismo precio.',
      'Ahorra un 15 % en {product} hasta el domingo. Sin código.',
    ],
    titles: ['{product} de {name}', 'Pruébalo 60 días', 'Un 15 % menos esta semana'],
    descriptions: ['Envío y devolución gratis', 'Valorado con 4,7 por 2.300 clientes'],
    buttons: [
      ['SHOP_NOW', 'Comprar'],
      ['LEARN_MORE', 'Más información'],
    ],
    issue: '{name} apoya el derecho a reparar. Cuéntale a tu diputado qué opinas.',
  },
  it: {
    bodies: [
      'Scopri i nostri {product}, fatti da chi li usa ogni giorno. Ordina oggi, decidi a casa.',
      'Ancora indeciso? Con {name} bastano due domande: {product}, 60 giorni per ripensarci.',
      'Novità di stagione: {product} di {name}. Meno compromessi, stesso prezzo.',
      'Risparmia il 15 % su {product} fino a domenica. Senza codice.',
    ],
    titles: ['{product} di {name}', 'Provali per 60 giorni', 'Questa settimana 15 % in meno'],
    descriptions: ['Spedizione e reso gratuiti', 'Voto 4,7 da 2.300 clienti'],
    buttons: [
      ['SHOP_NOW', 'Acquista'],
      ['LEARN_MORE', 'Scopri di più'],
    ],
    issue: '{name} sostiene il diritto alla riparazione. Di’ al tuo deputato che cosa ne pensi.',
  },
};
