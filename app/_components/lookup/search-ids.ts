/** The ids of the search's box, of the place of its list, and of the texts to try. */
export const BOX = "username";
export const LIST = "suggestions";
export const EXAMPLES = "examples";
