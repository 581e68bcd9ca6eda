/** Messages cannot import the traffic rules, so a test compares the names. */
export const candidateSignals = ['data_centre', 'shared_click_id', 'click_flood'] as const;
