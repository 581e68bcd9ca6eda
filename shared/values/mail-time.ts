export const mailTime = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
