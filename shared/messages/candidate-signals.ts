/** A test compares the signals with the traffic rules, which messages cannot import. */
export const candidateSignals = ['data_centre', 'shared_click_id', 'click_flood'] as const;
