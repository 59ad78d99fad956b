/** My orders with the panel of what was just ordered. */
export const PLACED = /\/orders\?placed=[0-9A-Z]{26}$/;
/** The same, or without it: whoever comes by another way than from paying. */
export const AT_ORDERS = /\/orders(\?placed=[0-9A-Z]{26})?$/;
