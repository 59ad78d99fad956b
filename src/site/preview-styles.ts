// the home page's own sheets come with every page of the storefront; where the back office shows parts of it, with these
import "./banner.css";
import "./offer.css";
