/** The languages in which the networks, shops and spreadsheets of our customers write files. */
export const fileLanguages = (
  'en en-IN de de-CH fr es es-MX pt pt-PT it nl sv da nb fi is pl cs sk hu ro bg el tr ru uk hr sr bs sl mk ' +
  'lt lv et sq ja zh zh-Hant ko th vi id ms fil hi bn ur ar fa he ka az kk uz af sw'
).split(' ');

/** Spaces, points and case differ between programs that write the same word. */
export const plainWord = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s.\p{Cf}]/gu, '')
    .toLowerCase();
