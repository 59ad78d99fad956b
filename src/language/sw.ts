/**
 * Every sentence of the storefront in Kiswahili, by its English: `t` takes no other, so that a missing one fails the
 * check. `{name}` stands where a value is put in. What the owner writes, such as names of goods, is in no table.
 */
export const sw = {
  "Skip to content": "Ruka hadi kwenye maudhui",
  "This page did not load fully.": "Ukurasa huu haukufunguka kikamilifu.",
  "Load it again": "Ufungue tena",
  "Not found": "Haipatikani",
  "Something went wrong": "Kuna hitilafu",
  "We could not find that page": "Hatukuupata ukurasa huo",
  "It may have moved, or the address may be mistyped.": "Huenda umehamishwa, au anwani imeandikwa vibaya.",
  "This page could not be shown. Your cart is safe. Please try again in a moment.":
    "Ukurasa huu haukuweza kuonyeshwa. Kikapu chako kiko salama. Tafadhali jaribu tena baada ya muda mfupi.",
  "Try again": "Jaribu tena",
  "Go to the home page": "Nenda ukurasa wa mwanzo",
  "If it keeps happening, call us: {phone}.": "Ikiendelea kutokea, tupigie simu: {phone}.",
  "See the collection": "Tazama bidhaa zote",
  "Looking for something you ordered? It is under {orders}. Or {ask}.":
    "Unatafuta ulichoagiza? Kiko chini ya {orders}. Au {ask}.",
  "your orders": "oda zako",
  "ask us": "tuulize",
  "About us": "Kutuhusu",
  "Who is behind {shop}, the wear of {podcast}, and what you can count on.":
    "Walio nyuma ya {shop}, mavazi ya {podcast}, na mambo unayoweza kuyategemea.",
  "ON AIR": "HEWANI",
  "{shop} is Swahili for “voice”. We make the clothes for the people who listen to {podcast}, and for everyone who has something to say.":
    "{shop} ni ile unayotoa ukisema. Tunatengeneza mavazi ya wanaosikiliza {podcast}, na ya kila mtu mwenye la kusema.",
  "It began with one tee for the crew in the studio. Listeners asked where to get it, in comments, in the queue, in the matatu. So here is the shop: tops, bottoms and winter wear for men, women and everyone, drawn around the podcast’s own world of microphones, sound waves and the city’s skyline.":
    "Ilianza na fulana moja ya wafanyakazi wa studio. Wasikilizaji wakauliza inapatikana wapi: kwenye maoni, kwenye foleni, ndani ya matatu. Basi hili ndilo duka: mavazi ya juu, ya chini na ya baridi kwa wanaume, wanawake na wote, yaliyochorwa kwa ulimwengu wa podikasti: maikrofoni, mawimbi ya sauti na mandhari ya jiji.",
  "What you can count on": "Unachoweza kutegemea",
  "Honest prices.": "Bei za haki.",
  "In Kenya shillings, with the delivery fee shown before you pay.":
    "Kwa shilingi za Kenya, na ada ya kuletewa huonyeshwa kabla ya kulipa.",
  "{days} days to change your mind.": "Siku {days} za kubadilisha nia.",
  "Return or exchange within {days} days.": "Rudisha au badilisha ndani ya siku {days}.",
  "A person answers.": "Mtu hukujibu.",
  "By phone, by email, or over the counter in {area}, {city}.":
    "Kwa simu, kwa barua pepe, au dukani {area}, {city}.",
  "Contact us": "Wasiliana nasi",
  "Visit {shop} in {area}, {city}, call {phone} or write to {email}.":
    "Tembelea {shop} {area}, {city}, piga {phone} au andika kwa {email}.",
  "Our store on {street}: a red sign, clothes in the window, and somebody at the counter.":
    "Duka letu kwenye {street}: bango jekundu, nguo dirishani, na mtu kaunta.",
  "Our store": "Duka letu",
  "Call or write": "Piga simu au andika",
  "Listen in": "Sikiliza",
  "The show these clothes belong to.": "Kipindi chenye mavazi haya.",

  // what every call may say
  "No connection. Check your internet and try again.":
    "Hakuna mtandao. Angalia intaneti yako kisha ujaribu tena.",
  "Something went wrong. Please try again.": "Kuna hitilafu. Tafadhali jaribu tena.",
  "The shop is very busy. Please try again in a moment.":
    "Duka lina shughuli nyingi. Tafadhali jaribu tena baada ya muda mfupi.",
  "The request is not valid.": "Ombi hili si sahihi.",
  "There is nothing at this address.": "Hakuna kitu kwenye anwani hii.",
  "{what} Please try again in {wait}.": "{what} Tafadhali jaribu tena baada ya {wait}.",
  "Too many attempts.": "Umejaribu mara nyingi mno.",

  "a second": "sekunde moja",
  "{seconds} seconds": "sekunde {seconds}",
  "a minute": "dakika moja",
  "{minutes} minutes": "dakika {minutes}",
  "an hour": "saa moja",
  "{hours} hours": "saa {hours}",

  // accounts
  "Please enter your name": "Tafadhali andika jina lako",
  "Please enter your name as plain text, without links or signs like / and @":
    "Tafadhali andika jina lako kwa herufi tu, bila viungo wala alama kama / na @",
  "Please enter your first name": "Tafadhali andika jina lako la kwanza",
  "Please enter your last name": "Tafadhali andika jina lako la mwisho",
  "You can order now.": "Sasa unaweza kuagiza.",
  "You are signed in already.": "Umeshaingia.",
  "You order as a guest and have no password. Sign up with your email to get one.":
    "Unaagiza kama mgeni na huna nenosiri. Jisajili kwa barua pepe yako ili upate.",
  "Email verified. Log in to use your account; until then you order here as a guest.":
    "Barua pepe imethibitishwa. Ingia ili kutumia akaunti yako; hadi hapo unaagiza hapa kama mgeni.",
  "Password must be at least 8 characters long": "Nenosiri liwe na angalau herufi 8",
  "This password is too common. Please choose another.":
    "Nenosiri hili linajulikana mno. Tafadhali chagua lingine.",
  "Please choose a password other than the shop's name or your email.":
    "Tafadhali chagua nenosiri lisilo jina la duka wala barua pepe yako.",
  "Passwords don't match": "Manenosiri hayalingani",
  "This is not the password of the sign-up. Try again, or choose a new one.":
    "Hili silo nenosiri ulilojisajili nalo. Jaribu tena, au chagua jipya.",
  "The new password was not saved: this link was used before. Choose “Forgot your password?” to set one.":
    "Nenosiri jipya halikuhifadhiwa: kiungo hiki kimeshatumika. Chagua “Umesahau nenosiri?” kuweka lingine.",
  "Your current password is not correct.": "Nenosiri lako la sasa si sahihi.",
  "Your password was changed somewhere else just now. Please try again.":
    "Nenosiri lako limebadilishwa mahali pengine sasa hivi. Tafadhali jaribu tena.",
  "Your password is changed. Other devices are signed out.":
    "Nenosiri lako limebadilishwa. Vifaa vingine vimeondolewa.",
  "Your password is changed. Please log in with it.": "Nenosiri lako limebadilishwa. Tafadhali ingia nalo.",
  "Please enter your email address": "Tafadhali andika barua pepe yako",
  "Please enter a valid email address": "Tafadhali andika barua pepe sahihi",
  "Please check your email to verify your account.":
    "Tafadhali angalia barua pepe yako ili kuthibitisha akaunti.",
  "Please check your email. A new link comes at most once a minute.":
    "Tafadhali angalia barua pepe yako. Kiungo kipya huja mara moja kwa dakika.",
  "If this email has an account, a link to set a new password is on its way.":
    "Ikiwa barua pepe hii ina akaunti, kiungo cha kuweka nenosiri jipya kinakuja.",
  "Invalid email or password": "Barua pepe au nenosiri si sahihi",
  "Please verify your email before logging in.": "Tafadhali thibitisha barua pepe yako kabla ya kuingia.",
  "Logged in": "Umeingia",
  "Logged out": "Umetoka",
  "Your profile is saved.": "Wasifu wako umehifadhiwa.",
  "That device is signed out.": "Kifaa hicho kimeondolewa.",
  "That device was signed out already.": "Kifaa hicho kilikuwa kimeshaondolewa.",
  "You are signed out everywhere else.": "Umeondolewa kwingine kote.",
  "Failed to load profile": "Imeshindikana kupakia wasifu",
  "Invalid verification link": "Kiungo cha uthibitisho si sahihi",
  "Email verified. It was signed up with more than one password, so we mailed you a link to choose yours.":
    "Barua pepe imethibitishwa. Ilisajiliwa kwa zaidi ya nenosiri moja, kwa hivyo tumekutumia kiungo cha kuchagua lako.",
  "Email verified successfully": "Barua pepe imethibitishwa",
  "Your email is verified. Please log in.": "Barua pepe yako imethibitishwa. Tafadhali ingia.",
  "Email verified. You are still signed in to your other account.":
    "Barua pepe imethibitishwa. Bado uko kwenye akaunti yako nyingine.",
  "Verification failed. Please try again.": "Uthibitisho umeshindikana. Tafadhali jaribu tena.",
  "The verification link is invalid or has expired.":
    "Kiungo cha uthibitisho si sahihi au muda wake umeisha.",
  "This link is invalid or has expired. Please ask for a new one.":
    "Kiungo hiki si sahihi au muda wake umeisha. Tafadhali omba kingine.",
  "Failed to resend verification email": "Imeshindikana kutuma tena barua pepe ya uthibitisho",
  "Please log in to continue.": "Tafadhali ingia ili kuendelea.",
  "Please enter your password": "Tafadhali andika nenosiri lako",
  "Please enter your current password": "Tafadhali andika nenosiri lako la sasa",
  "Please enter your new password": "Tafadhali andika nenosiri lako jipya",

  // the cart
  "Please select product size": "Tafadhali chagua saizi",
  "Sorry, this size is sold out.": "Samahani, saizi hii imeisha.",
  "Only {left} left in this size.": "Zimebaki {left} tu za saizi hii.",
  "This product is not on sale any more.": "Bidhaa hii haiuzwi tena.",
  "This product does not come in that size.": "Bidhaa hii haina saizi hiyo.",
  "You can have at most {most} of one item.": "Unaweza kuwa na {most} tu za bidhaa moja.",
  "Your cart can hold at most {most} different items.": "Kikapu chako hubeba bidhaa {most} tofauti tu.",
  "The items saved in your account are back in your cart.":
    "Bidhaa zilizohifadhiwa kwenye akaunti yako zimerudi kikapuni.",
  "Your saved cart could not be read, so it starts again empty.":
    "Kikapu chako kilichohifadhiwa hakikusomeka, kwa hivyo kinaanza kikiwa tupu.",
  "Some items in your saved cart could not be read and were left out.":
    "Baadhi ya bidhaa za kikapu chako hazikusomeka na zimeachwa.",
  "You have been signed out. Your cart is kept on this device.":
    "Umeondolewa. Kikapu chako kimehifadhiwa kwenye kifaa hiki.",

  // orders
  "Your cart is empty": "Kikapu chako ni tupu",
  "An order can be at most Ksh 1,000,000. Please order in parts.":
    "Oda moja isizidi Ksh 1,000,000. Tafadhali agiza kwa mafungu.",
  "Please enter M-Pesa transaction code": "Tafadhali andika nambari ya muamala wa M-Pesa",
  "An M-Pesa code has letters and digits only, at most 10.":
    "Nambari ya M-Pesa ina herufi na tarakimu tu, zisizozidi 10.",
  "This M-Pesa code has already been used.": "Nambari hii ya M-Pesa imeshatumika.",
  "This is the code we could not find. Please check each letter and digit against the SMS.":
    "Hii ndiyo nambari ambayo hatukuipata. Tafadhali linganisha kila herufi na tarakimu na SMS.",
  "We are still looking for the code you typed. You need not send another.":
    "Bado tunaitafuta nambari uliyoandika. Huna haja ya kutuma nyingine.",
  "Postal code must be digits only": "Msimbo wa posta uwe na tarakimu tu",
  "Phone must be digits only": "Simu iwe na tarakimu tu",
  "Failed to place order": "Imeshindikana kuweka oda",
  "Cash on order is not offered in this shop.": "Duka hili halina malipo ya “Cash on order”.",
  "We still look for the M-Pesa codes of your last five orders.":
    "Bado tunatafuta nambari za M-Pesa za oda zako tano za mwisho.",
  "You have placed many orders just now. Please wait a minute.":
    "Umeweka oda nyingi sasa hivi. Tafadhali subiri dakika moja.",
  "The total has changed. Please review your cart.": "Jumla imebadilika. Tafadhali angalia kikapu chako.",

  // payments
  "Please fill in all payment details": "Tafadhali jaza maelezo yote ya malipo",
  "Please enter a phone number such as 0712 345 678": "Tafadhali andika nambari ya simu kama 0712 345 678",
  "Payment failed. Please try again.": "Malipo yameshindikana. Tafadhali jaribu tena.",
  "Payment confirmed!": "Malipo yamethibitishwa!",
  "Payment timeout. Please try again.": "Muda wa malipo umeisha. Tafadhali jaribu tena.",
  "Payment timeout. Please try again or contact support if money was deducted.":
    "Muda wa malipo umeisha. Jaribu tena, au wasiliana nasi ikiwa pesa zimekatwa.",
  "Payment cancelled by user.": "Umeghairi malipo.",
  "Unable to verify payment. Please contact support if money was deducted.":
    "Hatukuweza kuthibitisha malipo. Wasiliana nasi ikiwa pesa zimekatwa.",
  "Failed to place order. Please contact support.": "Imeshindikana kuweka oda. Tafadhali wasiliana nasi.",
  "Payment cancelled": "Malipo yameghairiwa",
  "Authentication failed. Please log in again.": "Tafadhali ingia tena.",
  "Payment successful but failed to place order. Please contact support.":
    "Malipo yamefaulu lakini oda haikuwekwa. Tafadhali wasiliana nasi.",
  "Failed to load payment modal. Check your internet connection and retry later.":
    "Dirisha la malipo halikufunguka. Angalia intaneti yako kisha ujaribu baadaye.",
  "Please log in to pay with M-Pesa": "Tafadhali ingia ili kulipa kwa M-Pesa",
  "The amount must be whole shillings, from 1 to 250,000.":
    "Kiasi kiwe shilingi kamili, kuanzia 1 hadi 250,000.",
  "Another payment of yours is in progress. Please finish it or wait a moment.":
    "Una malipo mengine yanayoendelea. Tafadhali yakamilishe au subiri kidogo.",
  "A payment prompt was just sent to this phone. Please wait a minute.":
    "Ombi la malipo limetumwa kwa simu hii sasa hivi. Tafadhali subiri dakika moja.",
  "Too many payment prompts. Please wait ten minutes, or pay by till.":
    "Maombi ya malipo ni mengi mno. Subiri dakika kumi, au lipa kwa till.",
  "This order has been paid already. Please see My orders.": "Oda hii imeshalipwa. Tazama Oda zangu.",
  "We are still checking your last payment.": "Bado tunakagua malipo yako ya mwisho.",
  "This payment is not confirmed yet.": "Malipo haya bado hayajathibitishwa.",
  "We know of no such payment.": "Hatupati malipo hayo.",
  "You have several payments of this amount. Please look at your orders.":
    "Una malipo kadhaa ya kiasi hiki. Tafadhali angalia oda zako.",
  "This payment belongs to an order with another total.": "Malipo haya ni ya oda yenye jumla nyingine.",
  "Payment is being confirmed": "Malipo yanathibitishwa",
  "M-Pesa is busy. Please try again in a few minutes.":
    "M-Pesa ina shughuli nyingi. Jaribu tena baada ya dakika chache.",
  "M-Pesa could not take this payment. Please try again or pay by till.":
    "M-Pesa haikuweza kupokea malipo haya. Jaribu tena au lipa kwa till.",
  "M-Pesa cannot be reached right now. Please try again, or pay by till.":
    "M-Pesa haipatikani kwa sasa. Jaribu tena, au lipa kwa till.",
  "Another M-Pesa request is open on this phone. Please wait a minute, then try again.":
    "Kuna ombi lingine la M-Pesa kwenye simu hii. Subiri dakika moja, kisha ujaribu tena.",
  "We could not find a successful payment for this order.": "Hatukupata malipo yaliyofaulu ya oda hii.",
  "This payment does not fit the order. We are looking into it; please contact support.":
    "Malipo haya hayalingani na oda. Tunayachunguza; tafadhali wasiliana nasi.",
  "The card provider cannot be reached right now.": "Huduma ya kadi haipatikani kwa sasa.",
  "Your payment arrived, but the goods sold out meanwhile. We are giving your money back.":
    "Malipo yako yamefika, lakini bidhaa ziliisha. Tunakurudishia pesa zako.",
  "You paid twice; we are giving the money of this payment back.":
    "Umelipa mara mbili; tunakurudishia pesa za malipo haya.",
  "We are giving the money of this payment back.": "Tunakurudishia pesa za malipo haya.",
} as const;
