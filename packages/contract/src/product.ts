export const PRODUCT_NAME = 'Causeway';
