export const maxTrafficDays = 366;
