export const maxNoticeCharacters = 3000;

/** The chat would treat some characters as a link or a mention. */
export const noticeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
