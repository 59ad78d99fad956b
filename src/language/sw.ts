/**
 * What the server says with values in it, in Kiswahili by its English: it has come with the values put in, and is found
 * again by these.
 */
export const answers = {
  "size {size}": "saizi {size}",
  "{what} Please try again in {wait}.": "{what} Tafadhali jaribu tena baada ya {wait}.",
  "{seconds} seconds": "sekunde {seconds}",
  "{minutes} minutes": "dakika {minutes}",
  "{hours} hours": "saa {hours}",
  "Please enter your {field}": "Tafadhali andika {field}",
  "Please enter your {field} without the link “{word}”": "Tafadhali andika {field} bila kiungo “{word}”",
  "Please enter your {field} without the hidden character after “{word}”":
    "Tafadhali andika {field} bila herufi isiyoonekana baada ya “{word}”",
  "Please enter your {field} in one line": "Tafadhali andika {field} kwa mstari mmoja",
  "Please enter your {field}, in at most {most} characters":
    "Tafadhali andika {field} kwa herufi zisizozidi {most}",
  "Please enter your {field}, without characters that cannot be stored":
    "Tafadhali andika {field} bila alama zisizohifadhika",
  "Please check the {field} and try again.": "Tafadhali angalia {field} kisha ujaribu tena.",
  "{goods}: too many are waiting for a payment right now, so we can't take this order. Please order fewer, try again later, or choose another way to pay.":
    "{goods}: nyingi zinasubiri malipo, kwa hivyo hatuwezi kupokea oda hii sasa hivi. Tafadhali agiza chache, jaribu tena baadaye, au chagua njia nyingine ya kulipa.",
  "Please choose a quantity from 1 to {most}": "Tafadhali chagua idadi kuanzia 1 hadi {most}",
  "This email is already on the list for {most} sizes. Please try again when one of them is back.":
    "Barua pepe hii tayari inasubiri saizi {most}. Tafadhali jaribu tena mojawapo ikirudi.",
  "You can have at most {most} of one item.": "Unaweza kuwa na {most} tu za bidhaa moja.",
  "Your cart can hold at most {most} different items.": "Kikapu chako hubeba bidhaa {most} tofauti tu.",
  "{name} ({size}) is sold out. We took it out of your cart.":
    "{name} ({size}) imeisha na imeondolewa kikapuni.",
  "{name} ({size}): only {left} left.": "{name} ({size}): zimebaki {left} tu.",
  "Please write at most {most} characters": "Tafadhali andika herufi zisizozidi {most}",
  "Only {left} left in this size.": "Zimebaki {left} tu za saizi hii.",
  "M-Pesa Error: {fault}": "Hitilafu ya M-Pesa: {fault}",
  "Bad request: {fault}": "Ombi halikukubaliwa: {fault}",
  "Payment failed (Code: {code}). Please try again.":
    "Malipo yameshindikana (Nambari: {code}). Tafadhali jaribu tena.",
  "You ordered the same items {minutes} minutes ago. Order again?":
    "Uliagiza bidhaa hizi hizi dakika {minutes} zilizopita. Uagize tena?",
  "You ordered the same items {hours} hours ago. Order again?":
    "Uliagiza bidhaa hizi hizi saa {hours} zilizopita. Uagize tena?",
  "{name} ({size}) is no longer on sale.": "{name} ({size}) haiuzwi tena.",
  "{name} is on sale from {moment}.": "{name} itauzwa kuanzia {moment}.",
  "This code works from {moment}.": "Kuponi hii inaanza kutumika {moment}.",
  "This code works on orders of {amount} or more.": "Kuponi hii ni ya oda za {amount} au zaidi.",
  "This code is for {category} items only.": "Kuponi hii ni ya bidhaa za {category} pekee.",
  "{name} ({size}): just sold out.": "{name} ({size}): imeisha sasa hivi.",
  "You can send another prompt to this phone in {wait}, or pay our till now.":
    "Unaweza kutuma ombi lingine kwa simu hii baada ya {wait}, au ulipe kwa till yetu sasa.",
  "We're still looking for the M-Pesa codes of your last {orders} orders. You can order again once we find one. Already paid? Keep your code and try again later.":
    "Bado tunatafuta nambari za muamala wa M-Pesa za oda zako {orders} za mwisho. Unaweza kuagiza tena moja ikipatikana. Umeshalipa? Hifadhi nambari yako na ujaribu tena baadaye.",
  "We're still looking for the M-Pesa codes of many orders from your network. Please try again in a few hours, or choose another way to pay. Already paid? Keep your code and call us.":
    "Oda nyingi kutoka mtandao wako zinasubiri nambari zao za M-Pesa. Tafadhali jaribu tena baada ya saa chache, au chagua njia nyingine ya kulipa. Umeshalipa? Hifadhi nambari yako na utupigie.",
  "This code is with your order {id}, which we cancelled because we couldn't find its payment. Please call us: once we find it, that order goes on.":
    "Nambari hii ni ya oda yako {id}, tuliyoighairi kwa sababu hatukupata malipo yake. Tafadhali tupigie: tukiyapata, oda hiyo itaendelea.",
  "Until we find your first payment, your orders with a code can have {pieces} pieces and cost {amount} in all. Please order less, or choose another way to pay.":
    "Hadi tupate malipo yako ya kwanza, oda za kulipa kwa nambari zinaweza kuwa na bidhaa {pieces} na kugharimu {amount} kwa jumla. Tafadhali agiza kidogo, au chagua njia nyingine ya kulipa.",
} as const;

/**
 * Every sentence of the storefront in Kiswahili, by its English: `t` takes no other, so that a missing one fails the
 * check. `{name}` stands where a value is put in. What the owner writes, such as names of goods, is in no table.
 */
export const sw = {
  ...answers,
  "Skip to content": "Ruka hadi kwenye maudhui",
  "This page did not load fully.": "Ukurasa huu haukufunguka kikamilifu.",
  "Load it again": "Ufungue tena",
  "To buy here you need Chrome 87, Safari or iOS 15, Firefox 115, Samsung Internet 14, or newer. You can also order by phone, {phone}, or on {whatsapp}.":
    "Ili kununua hapa unahitaji Chrome 87, Safari au iOS 15, Firefox 115, Samsung Internet 14, au toleo jipya zaidi. Unaweza pia kuagiza kwa simu, {phone}, au kwa {whatsapp}.",
  "Loading…": "Inapakia…",
  "Not found": "Haipatikani",
  "Something went wrong": "Kuna hitilafu",
  "We can't find that page": "Hatukuupata ukurasa huo",
  "It may have moved, or the address may be mistyped.": "Huenda umehamishwa, au anwani imeandikwa vibaya.",
  "We couldn't show this page. Your cart is safe. Please try again in a moment.":
    "Ukurasa huu haukuweza kuonyeshwa. Kikapu chako kiko salama. Tafadhali jaribu tena baada ya muda mfupi.",
  "Try again": "Jaribu tena",
  "Go to the home page": "Nenda ukurasa wa mwanzo",
  "If it keeps happening, call us: {phone}.": "Ikiendelea kutokea, tupigie simu: {phone}.",
  "See the collection": "Tazama bidhaa zote",
  "Heard on the podcast": "Ilisikika kwenye podikasti",
  "Heard in {episode}.": "Ilisikika kwenye {episode}.",
  "{seconds} seconds of {episode}": "sekunde {seconds} za {episode}",
  "Items from {episode}, an episode of our podcast.": "Bidhaa za {episode}, kipindi cha podikasti yetu.",
  "Listen to the whole episode": "Sikiliza kipindi kizima",
  "Nothing from this episode is on sale now.": "Hakuna bidhaa ya kipindi hiki inayouzwa sasa.",
  "We can't find this episode": "Kipindi hiki hakipo",
  "Looking for an order? See {orders}, or {ask}.": "Unatafuta ulichoagiza? Kiko chini ya {orders}. Au {ask}.",
  "your orders": "oda zako",
  "ask us": "tuulize",
  "About us": "Kutuhusu",
  "Who is behind {shop}, the {podcast} shop, and what you can count on.":
    "Walio nyuma ya {shop}, mavazi ya {podcast}, na mambo unayoweza kuyategemea.",
  "ON AIR": "HEWANI",
  "{shop} is Swahili for “voice”. We make the clothes for the people who listen to {podcast}, and for everyone who has something to say.":
    "{shop} ni ile unayotoa ukisema. Tunatengeneza mavazi ya wanaosikiliza {podcast}, na ya kila mtu mwenye la kusema.",
  "It began with one tee for the crew in the studio. Listeners asked where to get it, in comments, in the queue, in the matatu. So here is the shop: tops, bottoms and winter wear for men, women and everyone, drawn around the podcast’s own world of microphones, sound waves and the city’s skyline.":
    "Ilianza na fulana moja ya wafanyakazi wa studio. Wasikilizaji wakauliza inapatikana wapi: kwenye maoni, kwenye foleni, ndani ya matatu. Basi hili ndilo duka: mavazi ya juu, ya chini na ya baridi kwa wanaume, wanawake na wote, yaliyochorwa kwa ulimwengu wa podikasti: maikrofoni, mawimbi ya sauti na mandhari ya jiji.",
  "What you can count on": "Unachoweza kutegemea",
  "Honest prices.": "Bei za haki.",
  "In Kenya shillings, with the delivery fee shown before you pay.":
    "Kwa shilingi za Kenya, na ada ya usafirishaji huonyeshwa kabla ya kulipa.",
  "{days} days to change your mind.": "Siku {days} za kubadilisha nia.",
  "Return or exchange within {days} days.": "Rudisha au badilisha ndani ya siku {days}.",
  "A person answers.": "Anayekujibu ni mtu halisi.",
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
  "We stopped trying after 15 minutes without a connection. Nothing is lost: tap the button to try again.":
    "Tumeacha kujaribu baada ya dakika 15 bila mtandao. Hakuna kilichopotea: bonyeza kitufe ujaribu tena.",
  "Something went wrong. Please try again.": "Kuna hitilafu. Tafadhali jaribu tena.",
  "The shop is very busy. Please try again in a moment.":
    "Duka lina shughuli nyingi. Tafadhali jaribu tena baada ya muda mfupi.",
  "Something went wrong on our side. Please try again.": "Kuna hitilafu upande wetu. Tafadhali jaribu tena.",
  "The request took too long.": "Ombi limechukua muda mrefu mno.",
  "The request is too large.": "Ombi ni kubwa mno.",
  "The address is too long.": "Anwani ni ndefu mno.",
  "The request must be JSON.": "Ombi liwe la JSON.",
  "Too many requests. Please wait a moment.": "Maombi ni mengi mno. Tafadhali subiri kidogo.",
  "The request's headers are too large.": "Vichwa vya ombi ni vikubwa mno.",
  "One moment, please": "Subiri kidogo, tafadhali",
  "The shop is very busy right now. This page tries again in {seconds} seconds. Your cart and your orders are safe.":
    "Kuna watu wengi dukani sasa hivi. Ukurasa huu utajaribu tena wenyewe baada ya sekunde {seconds}; kikapu chako na oda zako viko salama.",
  "The request is not valid.": "Ombi hili si sahihi.",
  "There is nothing at this address.": "Hakuna kitu kwenye anwani hii.",
  "Too many attempts.": "Umejaribu mara nyingi mno.",

  "a second": "sekunde moja",
  "a minute": "dakika moja",
  "an hour": "saa moja",

  // accounts
  "Keep your orders in an account": "Hifadhi oda zako kwenye akaunti",
  "You're ordering as a guest, so your orders show on this device only. Sign up with your email, and we move them to your account once you verify it.":
    "Unaagiza kama mgeni: oda zako zinaonekana kwenye kifaa hiki tu. Jisajili kwa barua pepe yako; ukishaithibitisha, zitahamia kwenye akaunti yako.",
  "Sign up": "Jisajili",
  "Current password": "Nenosiri la sasa",
  "At least 8 characters. We sign out your other devices.":
    "Angalau herufi 8. Vifaa vingine vitaondolewa kwenye akaunti.",
  "Confirm new password": "Rudia nenosiri jipya",
  "Saving…": "Inahifadhi…",
  "Change password": "Badilisha nenosiri",
  "Forgot your password?": "Umesahau nenosiri?",
  "Check your email": "Angalia barua pepe yako",
  "Enter your email and we'll send you a link to set a new password.":
    "Andika barua pepe yako, tukutumie kiungo cha kuweka nenosiri jipya.",
  Email: "Barua pepe",
  "Send it again": "Tuma tena",
  "Send me a link": "Nitumie kiungo",
  "Back to Login": "Rudi kuingia",
  Hide: "Ficha",
  Show: "Onyesha",
  "New password": "Nenosiri jipya",
  "Set a new password": "Weka nenosiri jipya",
  "Ask for a new link": "Omba kiungo kipya",
  "This link is incomplete": "Kiungo hiki hakijakamilika",
  "Open the link in the email again, or ask for a new one. Your password has not changed.":
    "Fungua tena kiungo kilicho kwenye barua pepe, au omba kipya. Nenosiri lako halijabadilika.",
  "Save new password": "Hifadhi nenosiri jipya",
  "Save name": "Hifadhi jina",
  "Where you're signed in": "Vifaa ulivyoingia navyo",
  "You're signed in on this device only.": "Umeingia kwenye kifaa hiki tu.",
  "Don't recognise one of these? Sign out everywhere else, then change your password.":
    "Ukiona kifaa usichokijua, ondoa vifaa vingine vyote, kisha ubadilishe nenosiri.",
  "{count} more": "Vingine {count}",
  "Signing out…": "Inaondoa…",
  "Sign out everywhere else": "Ondoa vifaa vingine vyote",
  "Loading where you're signed in": "Inapakia vifaa ulivyoingia navyo",
  "This device": "Kifaa hiki",
  "Sign out": "Ondoa",
  "of {name}, {used}": "{name}, {used}",
  "In use now": "Kinatumika sasa",
  "Last used today, about {clock}": "Kilitumika mwisho leo, karibu saa {clock}",
  "Last used yesterday, about {clock}": "Kilitumika mwisho jana, karibu saa {clock}",
  "Last used on {day}": "Kilitumika mwisho tarehe {day}",
  "{browser} on {kind}": "{browser} kwenye {kind}",
  "A browser": "Kivinjari",
  "An unknown device": "Kifaa tusichokijua",
  "an iPhone": "iPhone",
  "an iPad": "iPad",
  "an Android phone": "simu ya Android",
  "an Android tablet": "tableti ya Android",
  "a KaiOS phone": "simu ya KaiOS",
  "a Windows computer": "kompyuta ya Windows",
  "a Chromebook": "Chromebook",
  "a Mac": "Mac",
  "a Linux computer": "kompyuta ya Linux",
  "My profile": "Wasifu wangu",
  "Change your name": "Badilisha jina lako",
  "Change your password": "Badilisha nenosiri lako",
  "Loading your profile": "Inapakia wasifu wako",
  "Account details": "Maelezo ya akaunti",
  Guest: "Mgeni",
  Verified: "Imethibitishwa",
  "Not verified": "Haijathibitishwa",
  Joined: "Ulijiunga",
  "Quick actions": "Njia za mkato",
  Cart: "Kikapu",
  "{fault} Your account and your orders are safe.": "{fault} Akaunti yako na oda zako ziko salama.",
  Login: "Ingia",
  "Sign Up": "Jisajili",
  "Login here": "Ingia hapa",
  "Log in": "Ingia",
  "Logging in…": "Unaingia…",
  "Signing up…": "Inakusajili…",
  "Create account": "Fungua akaunti",
  Password: "Nenosiri",
  "At least 8 characters. A few words are easy to remember.":
    "Angalau herufi 8; maneno machache ni rahisi kukumbuka.",
  "Confirm password": "Rudia nenosiri",
  "Is this your email?": "Je, hii ni barua pepe yako?",
  "This link verifies {email}.": "Kiungo hiki kinathibitisha {email}.",
  "If it's not your email, close this page.": "Ikiwa si barua pepe yako, funga ukurasa huu.",
  "You're signed in to another account here, and you stay signed in to it.":
    "Hapa umeingia kwenye akaunti nyingine, na utabaki humo.",
  "Verifying…": "Inathibitisha…",
  "Verify my email": "Thibitisha barua pepe yangu",
  "Choose a new password": "Chagua nenosiri jipya",
  "Use my sign-up password": "Tumia nenosiri ulilojisajili nalo",
  "Verify your email": "Thibitisha barua pepe yako",
  "Resend verification email": "Tuma tena barua pepe ya uthibitisho",
  "We've sent you a link. Open it on this device, then log in. Can't find it? Check your spam folder, or ask for another in a minute.":
    "Tumekutumia kiungo. Kifungue kwenye kifaa hiki, kisha uingie. Hukioni? Angalia kwenye folda ya spam, au omba kingine: huja kimoja tu kwa dakika.",
  "Email verification": "Uthibitisho wa barua pepe",
  "Verifying your email…": "Tunathibitisha barua pepe yako…",
  "Verifying your email": "Tunathibitisha barua pepe yako",
  "Go to the shop": "Nenda dukani",
  "Go on": "Endelea",
  "Taking you to the shop…": "Tunakupeleka dukani…",
  "Taking you to the login page…": "Tunakupeleka uingie…",
  "Taking you back to where you were…": "Tunakurudisha ulipokuwa…",
  "We couldn't verify your email": "Hatukuweza kuthibitisha barua pepe yako",
  "Or we couldn't reach the shop just now. Try once more.": "Au duka halikupatikana sasa hivi: jaribu tena.",
  "Log in with your email and password to ask for a new link.":
    "Ingia kwa barua pepe na nenosiri lako, kisha unaweza kuomba kiungo kipya.",
  "Enter the password you signed up with. Forgot it, or didn't sign up? Choose a new one.":
    "Andika nenosiri ulilojisajili nalo. Kama umelisahau, au hukujisajili wewe, chagua jipya.",
  "Someone signed up with this email using different passwords. Please choose a new one.":
    "Ilisajiliwa kwa zaidi ya nenosiri moja. Tafadhali chagua jipya.",
  "Please enter your name": "Tafadhali andika jina lako",
  "Please enter your first name": "Tafadhali andika jina lako la kwanza",
  "Please enter your last name": "Tafadhali andika jina lako la mwisho",
  "You can order now.": "Sasa unaweza kuagiza.",
  "You're already signed in.": "Umeshaingia.",
  "This email was used for many orders just now. If it is yours, log in or sign up to order.":
    "Barua pepe hii imetumika kwa oda nyingi sasa hivi. Ikiwa ni yako, ingia au jisajili ili kuagiza.",
  "You're ordering as a guest and have no password. Sign up with your email to get one.":
    "Unaagiza kama mgeni na huna nenosiri. Jisajili kwa barua pepe yako ili upate.",
  "Email verified. Log in to use your account; until then you're ordering as a guest.":
    "Barua pepe imethibitishwa. Ingia ili kutumia akaunti yako; hadi hapo unaagiza hapa kama mgeni.",
  "Password must be at least 8 characters long": "Nenosiri liwe na angalau herufi 8",
  "This password is too common. Please choose another.":
    "Nenosiri hili linajulikana mno. Tafadhali chagua lingine.",
  "Please choose a password other than the shop's name or your email.":
    "Tafadhali chagua nenosiri lisilo jina la duka wala barua pepe yako.",
  "Passwords don't match": "Manenosiri hayalingani",
  "That is not the password you signed up with. Try again, or choose a new one.":
    "Hili silo nenosiri ulilojisajili nalo. Jaribu tena, au chagua jipya.",
  "Your new password was not saved: this link has already been used. Choose “Forgot your password?” to set one.":
    "Nenosiri jipya halikuhifadhiwa: kiungo hiki kimeshatumika. Chagua “Umesahau nenosiri?” kuweka lingine.",
  "Your current password is not correct.": "Nenosiri lako la sasa si sahihi.",
  "Your password was just changed on another device. Please try again.":
    "Nenosiri lako limebadilishwa mahali pengine sasa hivi. Tafadhali jaribu tena.",
  "Password changed. Your other devices are signed out.":
    "Nenosiri lako limebadilishwa. Vifaa vingine vimeondolewa kwenye akaunti.",
  "Password changed. Please log in with the new one.": "Nenosiri lako limebadilishwa. Tafadhali ingia nalo.",
  "Please enter your email address": "Tafadhali andika barua pepe yako",
  "Please enter a valid email address": "Tafadhali andika barua pepe sahihi",
  "Please check your email to verify your account.":
    "Tafadhali angalia barua pepe yako ili kuthibitisha akaunti.",
  "Please check your email. You can ask for a new link once a minute.":
    "Tafadhali angalia barua pepe yako. Kiungo kipya huja mara moja kwa dakika.",
  "If this email has an account, a link to set a new password is on its way.":
    "Ikiwa barua pepe hii ina akaunti, kiungo cha kuweka nenosiri jipya kinakuja.",
  "Check your email and password, or choose “Forgot your password?”.":
    "Angalia barua pepe na nenosiri lako, au chagua “Umesahau nenosiri?”.",
  "What you typed is still here. Please try again.": "Ulichoandika bado kipo. Tafadhali jaribu tena.",
  "What you typed is still here. Change what we can't accept, then try again.":
    "Ulichoandika bado kipo. Badilisha tusichoweza kukubali, kisha ujaribu tena.",
  "What you typed is still here. Wait a little, then try again.":
    "Ulichoandika bado kipo. Subiri kidogo, kisha ujaribu tena.",
  "Invalid email or password": "Barua pepe au nenosiri si sahihi",
  "Please verify your email before logging in.": "Tafadhali thibitisha barua pepe yako kabla ya kuingia.",
  "Logged in": "Umeingia",
  "This browser doesn't save our data, so you stay logged in only until you close or reload this page.":
    "Kivinjari hiki hakihifadhi data ya tovuti yetu, kwa hivyo utakuwa umeingia hadi ufunge au upakie upya ukurasa huu.",
  "Logged out": "Umetoka",
  "Profile saved.": "Wasifu wako umehifadhiwa.",
  "That device is signed out.": "Kifaa hicho kimeondolewa kwenye akaunti.",
  "That device is already signed out.": "Kifaa hicho kilikuwa kimeshaondolewa kwenye akaunti.",
  "You're signed out everywhere else.": "Vifaa vingine vyote vimeondolewa kwenye akaunti.",
  "We couldn't open your profile": "Wasifu wako haukufunguka",
  "Failed to load profile": "Hatukuweza kupakia wasifu wako",
  "Invalid verification link": "Kiungo cha uthibitisho si sahihi",
  "Email verified. Someone signed up with it using different passwords, so we emailed you a link to choose yours.":
    "Barua pepe imethibitishwa. Ilisajiliwa kwa zaidi ya nenosiri moja, kwa hivyo tumekutumia kiungo cha kuchagua lako.",
  "Email verified successfully": "Barua pepe imethibitishwa",
  "Your email is verified. Please log in.": "Barua pepe yako imethibitishwa. Tafadhali ingia.",
  "Email verified. You're still signed in to your other account.":
    "Barua pepe imethibitishwa. Bado uko kwenye akaunti yako nyingine.",
  "Verification failed. Please try again.": "Uthibitisho umeshindikana. Tafadhali jaribu tena.",
  "The verification link is invalid or has expired.":
    "Kiungo cha uthibitisho si sahihi au muda wake umeisha.",
  "This link is invalid or has expired. Please ask for a new one.":
    "Kiungo hiki si sahihi au muda wake umeisha. Tafadhali omba kingine.",
  "Failed to resend verification email": "Hatukuweza kutuma tena barua pepe ya uthibitisho",
  "Please log in to continue.": "Tafadhali ingia ili kuendelea.",
  "Please enter your password": "Tafadhali andika nenosiri lako",
  "Please enter your current password": "Tafadhali andika nenosiri lako la sasa",
  "Please enter your new password": "Tafadhali andika nenosiri lako jipya",
  name: "jina",
  "town or city": "mji",
  county: "kaunti",
  "postal code": "msimbo wa posta",
  country: "nchi",
  phone: "nambari ya simu",
  "Please choose one from the list": "Tafadhali chagua kimoja kwenye orodha",
  "Please choose a product": "Tafadhali chagua bidhaa",
  "Please check the total in your cart and try again.":
    "Tafadhali angalia jumla ya kikapu chako, kisha ujaribu tena.",
  "Please choose how to pay": "Tafadhali chagua njia ya kulipa",
  "We couldn't read your cart. Please try again.": "Hatukuweza kusoma kikapu chako. Tafadhali jaribu tena.",
  "We couldn't tell which payment this is. Please try again.":
    "Hatukuweza kutambua malipo haya. Tafadhali jaribu tena.",
  "We couldn't tell which order this is. Please try again.":
    "Hatukuweza kutambua oda hii. Tafadhali jaribu tena.",

  // the cart
  "{name} ({size}) is in your cart": "{name} ({size}) imewekwa kikapuni",
  "Every size is sold out. You may find something like it below.":
    "Saizi zote zimeisha. Huenda kuna inayofanana hapa chini.",
  "Adding to the cart needs JavaScript. You can also order by phone: {phone}.":
    "Kuweka bidhaa kikapuni kunahitaji JavaScript. Unaweza pia kuagiza kwa simu: {phone}.",
  "Buy now": "Nunua sasa",
  "ADD TO CART": "WEKA KIKAPUNI",
  "View cart": "Tazama kikapu",
  "View cart ({items})": "Tazama kikapu ({items})",
  "No longer on sale. It's not in your total.": "Bidhaa hii haiuzwi tena. Haimo kwenye jumla.",
  "Sold out in this size. It's not in your total.": "Saizi hii imeisha. Haimo kwenye jumla.",
  "Only {left} left in this size. Take fewer, and it's in your total again.":
    "Zimebaki {left} tu za saizi hii. Bidhaa haimo kwenye jumla hadi upunguze idadi.",
  "{name} removed.": "{name} imeondolewa.",
  "The price was {earlierPrice}. Now it is {price}.":
    "Bei imebadilika: ilikuwa {earlierPrice}, sasa ni {price}.",
  "Take {left}": "Chukua {left}",
  "Quantity {quantity}": "Idadi {quantity}",
  "Remove {name}, {size}": "Ondoa {name}, {size}",
  "Your cart": "Kikapu chako",
  "Total {subtotal}.": "Jumla {subtotal}.",
  "Choose something you like. It stays here, even before you log in.":
    "Chagua unachopenda; kitakusubiri hapa, hata kabla ya kuingia.",
  "We couldn't check your cart": "Hatukuweza kukagua kikapu chako",
  "These are the last prices we have.": "Bei unazoona ni za mwisho tulizokuwa nazo.",
  "Your items are safe on this device.": "Bidhaa zako ziko salama kwenye kifaa hiki.",
  "Change or remove the marked items first.": "Kwanza badilisha au ondoa bidhaa zilizowekewa alama.",
  "You can check out as soon as we have today's prices.":
    "Utaweza kuendelea mara tu tutakapopata bei za leo.",
  "Total {subtotal}": "Jumla {subtotal}",
  "PROCEED TO CHECKOUT": "ENDELEA KULIPA",
  "Loading your cart": "Inapakia kikapu chako",
  "Cart totals": "Jumla ya kikapu",
  Subtotal: "Jumla ya bidhaa",
  "Delivery Fee": "Ada ya usafirishaji",
  "This page needs JavaScript. Please turn it on, or call us on {phone}.":
    "Ukurasa huu unahitaji JavaScript. Tafadhali iwashe, au tupigie simu: {phone}.",
  "One less of {name}": "Punguza moja: {name}",
  "Quantity of {name}": "Idadi ya {name}",
  "One more of {name}": "Ongeza moja: {name}",
  "Please select product size": "Tafadhali chagua saizi",
  "Sorry, this size is sold out.": "Samahani, saizi hii imeisha.",
  "This product is no longer on sale.": "Bidhaa hii haiuzwi tena.",
  "This product does not come in that size.": "Bidhaa hii haina saizi hiyo.",
  "The items saved in your account are back in your cart.":
    "Bidhaa zilizohifadhiwa kwenye akaunti yako zimerudi kikapuni.",
  "We couldn't read your saved cart, so it is empty now.":
    "Kikapu chako kilichohifadhiwa hakikusomeka, kwa hivyo kinaanza kikiwa tupu.",
  "We couldn't read some items in your saved cart, so we left them out.":
    "Baadhi ya bidhaa za kikapu chako hazikusomeka na zimeachwa.",
  "You're signed out. Your cart is saved on this device.":
    "Umeondolewa kwenye akaunti. Kikapu chako kimehifadhiwa kwenye kifaa hiki.",
  "We took an item out of your cart: it is no longer on sale.": "Bidhaa isiyouzwa tena imeondolewa kikapuni.",

  // orders
  Change: "Badilisha",
  "Use another": "Tumia nyingine",
  "Deliver here": "Niletee hapa",
  "Remove {street}": "Ondoa {street}",
  Remove: "Ondoa",
  "New address": "Anwani mpya",
  "Address removed.": "Anwani imeondolewa.",
  "First name": "Jina la kwanza",
  "Last name": "Jina la mwisho",
  "For example 0712 345 678. The rider calls this number.":
    "Mfano: 0712 345 678. Anayekuletea mzigo atapiga nambari hii.",
  "Street, building, landmark": "Mtaa, jengo, alama ya karibu",
  "What the rider should look for, and the floor.":
    "Kitakachomwongoza anayekuletea mzigo, pamoja na ghorofa.",
  "Town or city": "Mji au jiji",
  "Or your estate in Nairobi.": "Au mtaa wako jijini Nairobi.",
  County: "Kaunti",
  "Postal code": "Msimbo wa posta",
  "Filled in from your town or county.": "Hujazwa yenyewe ukiandika mji au kaunti.",
  Country: "Nchi",
  "first name": "jina la kwanza",
  "last name": "jina la mwisho",
  "email address": "barua pepe",
  "street, building or landmark": "mtaa, jengo au alama ya karibu",
  "Please enter your delivery address": "Tafadhali andika anwani ya kuletewa",
  "Please enter your phone number": "Tafadhali andika nambari ya simu",
  "Your earlier order is safe. This one is not placed yet.": "Oda hiyo ipo. Hii bado haijawekwa.",
  "Order again": "Agiza tena",
  "You just ordered the same items. Order again?": "Umeagiza bidhaa hizi hizi sasa hivi. Uagize tena?",
  "You ordered the same items a minute ago. Order again?":
    "Uliagiza bidhaa hizi hizi dakika moja iliyopita. Uagize tena?",
  Free: "Bure",
  "Delivery or pick-up": "Jinsi utakavyoipata",
  "Deliver to my address": "Niletewe kwa anwani yangu",
  "Pick up": "Nitaichukua mwenyewe",
  "Where to pick it up": "Mahali utakapoichukua",
  "For example 0712 345 678. We call it when your order is ready.":
    "Kama 0712 345 678. Tutakupigia oda yako ikiwa tayari.",
  "Delivery information": "Maelezo ya usafirishaji",
  "Please fill in every field. Only we and your rider see this.":
    "Tafadhali jaza kila sehemu. Ni sisi tu na anayekuletea mzigo tunaoyaona.",
  "Loading your address": "Inapakia anwani yako",
  "Payment method": "Njia ya kulipa",
  "A prompt is on your phone": "Kuna ombi la malipo kwenye simu yako",
  "M-Pesa sent it to {phone} for {amount}. Enter your PIN there to place your order.":
    "M-Pesa imelituma kwa {phone}, la {amount}. Weka PIN yako hapo, na oda yako itawekwa.",
  "To pay another way, wait for it to end. Time left: {left}.":
    "Ili kulipa kwa njia nyingine, subiri muda wake uishe: {left}.",
  "We're checking a payment": "Tunakagua malipo",
  "A payment for this order is coming in: {amount}, {method}. Please don't pay again. Your order will show in My orders.":
    "Tumepata taarifa ya malipo ya oda hii: {amount}, {method}. Tafadhali usilipe tena. Oda yako itaonekana yenyewe kwenye Oda zangu.",
  "If you still approve the earlier M-Pesa prompt, we use it for your order or refund it.":
    "Ukikubali sasa ombi la awali la M-Pesa, malipo hayo yatahesabiwa kwa oda yako, au utarudishiwa pesa.",
  "This order is paid": "Oda hii imelipwa",
  "This order is placed": "Oda hii imewekwa",
  "We have your payment for order {order}. Nothing more to pay.":
    "Malipo ya oda {order} yamefika. Hakuna kingine cha kulipa.",
  "We're looking for the payment of order {order}. Please don't pay again.":
    "Oda {order} inasubiri nambari uliyoandika ipatikane. Tafadhali usilipe tena.",
  "1 second": "sekunde 1",
  "{left} seconds": "sekunde {left}",
  "Some items can't be ordered right now. {review}": "Baadhi ya bidhaa haziwezi kuagizwa zilivyo. {review}",
  "Total {ready}": "Jumla {ready}",
  "Your order": "Oda yako",
  "Item no longer on sale": "Bidhaa isiyouzwa tena",
  "Your order may already be placed. Check your orders, or try again: it's safe, we place it only once.":
    "Huenda oda yako imewekwa. Angalia oda zako, au jaribu tena bila wasiwasi: oda hii huwekwa mara moja tu.",
  "Already paid? Keep your code and call {phone} or write to {email}: your money is safe.":
    "Umeshalipa? Hifadhi nambari yako ya muamala, kisha piga {phone} au andika kwa {email}: pesa zako hazijapotea.",
  Checkout: "Kamilisha oda",
  "There's nothing to order yet. What you typed here is saved on this device.":
    "Bado hakuna cha kuagiza. Ulichoandika hapa kimehifadhiwa kwenye kifaa hiki.",
  "No account needed.": "Huhitaji akaunti.",
  "Order as a guest": "Agiza kama mgeni",
  "This order also has what was already in your cart.": "Bidhaa zilizokuwa kikapuni zitaagizwa pamoja nayo.",
  "We couldn't load today's prices": "Hatukuweza kupakia bei za leo",
  "Your cart and what you typed are safe.": "Kikapu chako na ulichoandika viko salama.",
  "No connection. We'll place your order once you're back online.":
    "Hakuna mtandao. Tutaweka oda yako wenyewe mtandao ukirudi.",
  "No connection. Your details are saved; we'll go on once you're back online.":
    "Hakuna mtandao. Maelezo yako yamehifadhiwa; tutaendelea wenyewe mtandao ukirudi.",
  "Order as a guest, or log in": "Agiza kama mgeni, au ingia",
  "Your cart and your details are saved on this device.":
    "Kikapu chako na maelezo yako yamehifadhiwa kwenye kifaa hiki.",
  "Log in to pay": "Ingia ili kulipa",
  "Log in to place this order": "Ingia ili kuweka oda hii",
  "You may have already paid": "Huenda umeshalipa",
  "Order something else": "Agiza kitu kingine",
  "You may have already paid. Please read the top of this page.":
    "Huenda umeshalipa. Tafadhali soma juu ya ukurasa huu.",
  "A payment for this order may be in progress, so please don't pay again. Once it's paid, we place your order, even if you close this page.":
    "Huenda malipo ya oda hii yanaendelea: tafadhali usilipe tena. Malipo yakifika, tutaweka oda yako bila ukurasa huu.",
  "Ordered as a guest? Use the link in your order email. Or sign up with the same email to see it in your account. Or call {phone}.":
    "Uliagiza kama mgeni? Barua pepe ya oda ina kiungo chake. Au jisajili kwa barua pepe hiyo hiyo, na oda itaingia kwenye akaunti yako. Au piga {phone}.",
  "Ordered as a guest? Use the link in your order email.":
    "Uliagiza kama mgeni? Kiungo kilicho kwenye barua pepe ya oda kitakuonyesha.",
  "Log in or sign up": "Ingia au jisajili",
  "You logged out, so we closed that checkout. Please check your cart and start again.":
    "Ulitoka kabla ya kumaliza oda. Tafadhali angalia kikapu chako na uanze tena.",
  "We're looking into your payment": "Tunachunguza malipo yako",
  "{name} {amount}, not matched to an order yet.":
    "{name} malipo ya {amount} bado hayajaunganishwa na oda yoyote.",
  "Please don't pay again: your money is safe. If this goes on, call {phone} or write to {email}.":
    "Tafadhali usilipe tena: pesa ulizotuma hazijapotea. Ikiendelea hivi, piga {phone} au andika kwa {email}.",
  "Order {name}": "Oda {name}",
  "Track Order {name}, {order}": "Fuatilia oda {name}, {order}",
  "Track Order": "Fuatilia oda",
  "Order {id}: {status}. Updated at {time}.": "Oda {id}: {status}. Imesasishwa saa {time}.",
  "Updated at {time}.": "Imesasishwa saa {time}.",
  "{count} more orders.": "Oda {count} zaidi.",
  "Order Placed": "Oda imewekwa",
  Packing: "Inaandaliwa",
  Shipped: "Imetumwa",
  "Ready for pick-up": "Iko tayari kuchukuliwa",
  "Out for delivery": "Inaletwa kwako",
  Delivered: "Imefika",
  Cancelled: "Imeghairiwa",
  Paid: "Imelipwa",
  "Not confirmed yet": "Bado haijathibitishwa",
  "Refund due": "Unarudishiwa pesa",
  "Partly refunded": "Umerudishiwa sehemu ya pesa",
  Refunded: "Umerudishiwa pesa",
  "This order was cancelled.": "Oda hii imeghairiwa.",
  "We have your payment. Next we pack your order.":
    "Tumepokea malipo yako. Kinachofuata ni kufunga mzigo wako.",
  "We're packing your order.": "Tunafunga mzigo wako.",
  "Your parcel is on its way to you.": "Mzigo wako uko njiani kukufikia.",
  "Your parcel arrives today. Please keep your phone on.":
    "Mzigo wako unafika leo. Tafadhali usizime simu yako.",
  "Your parcel has arrived. You can return or exchange it within {days} days.":
    "Mzigo wako umefika. Bidhaa zinaweza kurudishwa au kubadilishwa ndani ya siku {days}.",
  "You have your order. You can return or exchange it within {days} days.":
    "Umepata oda yako. Bidhaa zinaweza kurudishwa au kubadilishwa ndani ya siku {days}.",
  "Your order is ready. Pick it up at {at}. Open {hours}.":
    "Oda yako iko tayari. Ichukue {at}. Saa za kufungua: {hours}.",
  "We're refunding you the way you paid. You don't need to do anything.":
    "Tunakurudishia pesa zako kwa njia uliyolipia; huhitaji kufanya chochote.",
  "We've refunded part of your money the way you paid.":
    "Tumekurudishia sehemu ya pesa zako kwa njia uliyolipia.",
  "We've refunded you the way you paid.": "Tumekurudishia pesa zako kwa njia uliyolipia.",
  "We couldn't find a payment for the M-Pesa code you sent.":
    "Hatukupata malipo ya nambari ya muamala wa M-Pesa uliyoandika.",
  "We're looking for your M-Pesa payment, then we pack your order. You don't need to do anything.":
    "Tunatafuta malipo ya nambari yako ya muamala wa M-Pesa, kisha tutafunga mzigo wako. Huhitaji kufanya chochote.",
  "We check your payment, then pack your order.": "Tunakagua malipo yako, kisha tutafunga mzigo wako.",
  "We expect your parcel on {day}.": "Tunatarajia mzigo wako ufike {day}.",
  "We expect your parcel between {first} and {last}. Weekends are not counted.":
    "Tunatarajia mzigo wako ufike kati ya {first} na {last}. Jumamosi na Jumapili hazihesabiwi.",
  "We expect it at {name} on {day}.": "Tunatarajia ifike {name} {day}.",
  "We expect it at {name} between {first} and {last}. Weekends are not counted.":
    "Tunatarajia ifike {name} kati ya {first} na {last}. Jumamosi na Jumapili hazihesabiwi.",
  "Print receipt {name}": "Chapisha risiti {name}",
  "Print receipt": "Chapisha risiti",
  Delivery: "Usafirishaji",
  "Total paid": "Jumla iliyolipwa",
  Total: "Jumla",
  "We're holding your order until {until}.": "Tunakuwekea oda yako hadi {until}.",
  "Send the right code": "Tuma nambari sahihi",
  "If we can't find your payment by {until}, we cancel this order.":
    "Tusipopata malipo yako kufikia {until}, tutaghairi oda hii.",
  "Courier: {courier}": "Msafirishaji: {courier}",
  "Tracking number: {tracking}": "Nambari ya kufuatilia: {tracking}",
  "Your orders are saved in your account.": "Oda zako zimehifadhiwa kwenye akaunti yako.",
  "We couldn't load your orders": "Hatukuweza kupakia oda zako",
  "{fault} Your orders are safe.": "{fault} Oda zako ziko salama.",
  "Load more": "Onyesha zaidi",
  "No orders yet": "Bado huna oda",
  "When you order, you can follow your parcel here.": "Ukiagiza, utafuatilia mzigo wako hapa.",
  "Loading your orders": "Inapakia oda zako",
  "A payment is in progress": "Malipo yanaendelea",
  "Payments are in progress": "Malipo kadhaa yanaendelea",
  "See the time left": "Tazama muda uliobaki",
  "Once it's paid, your order shows here. Please don't pay twice.":
    "Malipo yakifika, oda yako itaonekana hapa yenyewe. Tafadhali usilipe mara mbili.",
  "M-Pesa has sent a prompt to your phone. Enter your PIN there.":
    "M-Pesa imetuma ombi kwa simu yako. Weka PIN yako hapo.",
  "No reply from M-Pesa yet.": "M-Pesa bado haijajibu.",
  "The card page may still be open. Finish there, or leave it.":
    "Huenda ukurasa wa kadi bado uko wazi. Malizia hapo, au uache.",
  "We're checking your payment.": "Tunakagua malipo yako.",
  "Your order {id} is placed.": "Oda yako {id} imewekwa.",
  "We're looking into your payment.": "Tunachunguza malipo yako.",
  "Your payment of {amount} ended without an order. Were you charged? Call {phone} or write to {email}.":
    "Malipo yako ya {amount} yameisha bila oda. Je, pesa zimekatwa? Piga {phone} au andika kwa {email}.",
  "Asante! Your order is paid": "Asante! Oda yako imelipwa",
  "Asante! We have your order": "Asante! Tumepokea oda yako",
  "Please check your M-Pesa code": "Tafadhali angalia nambari yako ya muamala wa M-Pesa",
  "This order was cancelled": "Oda hii imeghairiwa",
  "I just ordered this from {shop}: {goods}": "Nimeagiza hii sasa hivi kutoka {shop}: {goods}",
  "Your order number: {id}": "Nambari ya oda yako: {id}",
  "What happens next": "Kinachofuata",
  "You can print your receipt here once it's paid.": "Ikishalipwa, unaweza kuchapisha risiti yako hapa.",
  Items: "Bidhaa",
  "Goes to": "Inaenda kwa",
  "Print or save receipt": "Chapisha au hifadhi risiti",
  "We can't find this order here": "Hatuioni oda hii hapa",
  "You may have ordered with another account, or the link was cut off. Paid but no order? Call {phone}: your money is safe.":
    "Labda uliagiza kwa akaunti nyingine, au kiungo hakikufika chote. Umelipa na huoni oda? Piga {phone}: pesa zako hazijapotea.",
  "You can return or exchange items within {days} days.":
    "Bidhaa zinaweza kurudishwa au kubadilishwa ndani ya siku {days}.",
  "Order {id}": "Oda {id}",
  "Receipt, {date}, {name}": "Risiti, {date}, {name}",
  Buyer: "Mnunuzi",
  "Delivery address": "Anwani ya kuletewa",
  "Pick-up point": "Mahali pa kuichukua",
  "Delivery time": "Muda wa kufika",
  "Card payment": "Malipo ya kadi",
  "M-Pesa code": "Nambari ya muamala wa M-Pesa",
  Item: "Bidhaa",
  "Recent orders": "Oda za karibuni",
  "You haven't ordered anything yet.": "Bado hujaagiza chochote.",
  "1 item": "bidhaa 1",
  "{items} items": "bidhaa {items}",
  "All my orders": "Oda zangu zote",
  "Cash on order": "Malipo kwa till",
  "Pay to our M-Pesa till": "Lipa kwa till yetu ya M-Pesa",
  "M-Pesa prompt": "Ombi la M-Pesa",
  Card: "Kadi",
  "Use Lipa na M-Pesa, then enter the code from the SMS.":
    "Tumia Lipa na M-Pesa, kisha andika nambari ya muamala iliyo kwenye SMS.",
  "Continue to our till": "Endelea kwenye till yetu",
  "A prompt comes to your phone. Enter your PIN there.": "Ombi linakuja kwa simu yako. Weka PIN yako hapo.",
  "Continue to M-Pesa": "Endelea na M-Pesa",
  "You pay by card on Flutterwave's secure page.": "Unalipa kwa kadi kwenye ukurasa salama wa Flutterwave.",
  "Continue to card payment": "Endelea kulipa kwa kadi",
  "Not offered in this shop.": "Haipo katika duka hili.",
  "M-Pesa prompts are not available in this shop yet. Please choose cash on order.":
    "Malipo kwa ombi la M-Pesa bado hayapo katika duka hili. Tafadhali chagua kulipa kwa till.",
  "Card payments are not available in this shop yet. Please choose cash on order.":
    "Malipo kwa kadi bado hayapo katika duka hili. Tafadhali chagua kulipa kwa till.",
  "Your cart is empty": "Kikapu chako kiko tupu",
  "One order can be at most Ksh 1,000,000. Please order in parts.":
    "Oda moja isizidi Ksh 1,000,000. Tafadhali agiza kwa mafungu.",
  "Please enter M-Pesa transaction code": "Tafadhali andika nambari ya muamala wa M-Pesa",
  "An M-Pesa code has letters and digits only, at most 10.":
    "Nambari ya muamala wa M-Pesa ina herufi na tarakimu tu, zisizozidi 10.",
  "This M-Pesa code has already been used.": "Nambari hii ya muamala wa M-Pesa imeshatumika.",
  "This order is in your account. Log in to see it.": "Oda hii iko kwenye akaunti yako. Ingia ili uione.",
  "This order was already placed on this device.": "Oda hii ilishawekwa kwenye kifaa hiki.",
  "This is the code we couldn't find. Please check each letter and digit against the SMS.":
    "Hii ndiyo nambari ambayo hatukuipata. Tafadhali linganisha kila herufi na tarakimu na SMS.",
  "We're still looking for your code. You don't need to send another.":
    "Bado tunaitafuta nambari uliyoandika. Huna haja ya kutuma nyingine.",
  "Postal code must be digits only": "Msimbo wa posta uwe na tarakimu tu",
  "Phone must be digits only": "Simu iwe na tarakimu tu",
  "Check your name, address and phone, or order fewer items, then try again.":
    "Angalia jina, anwani na simu yako, au agiza bidhaa chache, kisha ujaribu tena.",
  "No money was taken. Check your name, address and phone, or order fewer items, then try again.":
    "Hakuna pesa zilizokatwa. Angalia jina, anwani na simu yako, au agiza bidhaa chache, kisha ujaribu tena.",
  "Your cart and your code are kept. Already paid? Don't pay again. Wait a little, then try again, or choose another way to pay.":
    "Kikapu na nambari yako zimehifadhiwa. Umeshalipa? Usilipe tena. Subiri kidogo kisha ujaribu tena, au chagua njia nyingine ya kulipa.",
  "Your cart and your code are kept. Check the code in the M-Pesa SMS, then try again.":
    "Kikapu na nambari yako vimehifadhiwa. Angalia nambari kwenye SMS ya M-Pesa, kisha ujaribu tena.",
  "Failed to place order": "Hatukuweza kuweka oda yako",
  "Cash on order is not offered in this shop.": "Duka hili halipokei malipo kwa till.",
  "We no longer take payments at our till. Already paid? We have your code: you get your order or your money back.":
    "Hatupokei tena malipo kwa till yetu. Umeshalipa? Tumehifadhi nambari yako: utapata oda yako, au pesa zako zitarudi.",
  "We're still looking for the M-Pesa codes of your last five orders.":
    "Bado tunatafuta nambari za muamala wa M-Pesa za oda zako tano za mwisho.",
  "Many prompts were sent from your network lately. Please pay our till instead, or try again later.":
    "Maombi mengi ya malipo yametumwa kutoka mtandao wako hivi karibuni. Tafadhali lipa kwa till yetu, au jaribu tena baadaye.",
  "This pick-up point is no longer available. Please choose again.":
    "Kituo hiki cha kuchukulia hakipo tena. Tafadhali chagua tena.",
  "You've just placed many orders. Please wait a minute.":
    "Umeweka oda nyingi sasa hivi. Tafadhali subiri dakika moja.",
  "We don't know this code. Please check each letter.":
    "Hatuijui kuponi hii. Tafadhali iangalie, herufi kwa herufi.",
  "This code has expired.": "Muda wa kuponi hii umeisha.",
  "This code is not for the items in your cart.": "Kuponi hii si ya bidhaa zilizo kikapuni mwako.",
  "This code takes nothing off this order.": "Kuponi hii haipunguzi chochote kwenye oda hii.",
  "Too many wrong codes came from your network. You can order without a code.":
    "Kuponi nyingi zisizo sahihi zimetumwa kutoka mtandao wako. Unaweza kuagiza bila kuponi.",
  "Right now this code is held by orders that are not paid yet. Try again in an hour, or order without it.":
    "Kwa sasa kuponi hii imeshikwa na oda ambazo bado hazijalipwa. Jaribu tena baada ya saa moja, au uagize bila kuponi.",
  "This code is used up. You can order without it.":
    "Kuponi hii imeshatumika mara zote. Unaweza kuagiza bila hiyo.",
  "You've already used this code, or you're paying with it on another order.":
    "Umeshaitumia kuponi hii, au unalipa nayo kwenye oda nyingine.",
  "Discount {code}": "Punguzo {code}",
  "Have a code?": "Una kuponi?",
  Code: "Kuponi",
  "Remove the code": "Ondoa kuponi",
  "Continue without it": "Endelea bila hiyo",
  "Checking the code…": "Tunaangalia kuponi…",
  "No connection. We'll check the code once you're back online.":
    "Hakuna mtandao. Tutaangalia kuponi mtandao ukirudi.",
  "Code {code} is applied.": "Kuponi {code} inatumika kwenye oda hii.",
  "The total has changed. Please review your cart.": "Jumla imebadilika. Tafadhali angalia kikapu chako.",
  "Please check your order": "Angalia oda yako tena",
  "Please check your details": "Angalia maelezo yako tena",
  "This order was already sent": "Ulishatuma oda hii",
  "This order is in your account": "Oda hii iko kwenye akaunti yako",
  "We don't know yet if it reached us": "Bado hatujui kama imefika",
  "Your order is not placed yet": "Oda bado haijawekwa",
  "Order placed": "Oda imewekwa",
  "This order is already paid. We've saved your code: if that money reached us too, we'll refund it.":
    "Oda hii imeshalipwa. Tumeandika nambari yako: ikiwa pesa zake pia zimetufikia, tutakurudishia.",
  "We've added this code to your order. It's paid once we find the money for one of them.":
    "Tumeandika nambari hii pia kwa oda yako. Oda italipwa tukipata pesa za mojawapo ya nambari hizo.",
  "This order was cancelled. We've saved your code: if that money reached us, we'll refund it.":
    "Oda hii imeghairiwa. Tumeandika nambari yako: ikiwa pesa zake zimetufikia, tutakurudishia.",
  "This order was already sent with different items.": "Oda hii ilishatumwa ikiwa na bidhaa nyingine.",
  "Some of these items have just sold out.": "Baadhi ya bidhaa hizi zimeisha sasa hivi.",
  "An item in your cart": "Bidhaa iliyo kikapuni",

  // payments
  "We're waiting for the card provider to confirm. It usually takes a few seconds.":
    "Tunasubiri jibu la huduma ya kadi. Kwa kawaida huchukua sekunde chache.",
  "You can close this page. We'll place your order as soon as the payment is confirmed; find it in {myOrders}. Please don't pay again.":
    "Unaweza kufunga ukurasa huu. Tutaweka oda yako mara tu malipo yatakapothibitishwa; utaiona kwenye {myOrders}. Tafadhali usilipe tena.",
  "We couldn't place your order yet": "Bado hatujaweza kuweka oda yako",
  "Please don't pay again: your money is safe, and checking again costs nothing.":
    "Tafadhali usilipe tena: pesa ulizolipa ziko salama, na kukagua tena ni bure.",
  "Checking…": "Inakagua…",
  "Check again": "Kagua tena",
  "Your order is placed. We're taking you to your orders…":
    "Oda yako imewekwa. Tunakupeleka kwenye oda zako…",
  "You've started a card payment": "Malipo ya kadi yameanzishwa",
  "It's for {amount}, in another tab. Once it's paid, we'll place your order and show it here.":
    "Ni ya {amount}, kwenye tab nyingine. Ukishalipa, tutaweka oda yako na kuionyesha hapa.",
  "Not paid yet? Finish it in that tab, or start again from your cart.":
    "Bado hujalipa? Malizia kwenye tab hiyo, au anza upya kutoka kikapuni.",
  "Go to your cart": "Nenda kikapuni",
  "We couldn't open the card page": "Ukurasa wa kadi haukufunguka",
  "Choose another way": "Chagua njia nyingine",
  "This order is already paid": "Oda hii imeshalipwa",
  "One payment at a time": "Subiri malipo ya kwanza",
  "You closed the card page": "Umefunga ukurasa wa kadi",
  "The payment did not go through": "Malipo hayakufaulu",
  "No money was taken.": "Hakuna pesa zilizokatwa.",
  "Nothing more to pay.": "Hakuna kingine cha kulipa.",
  "Your card was not charged. You still have an M-Pesa prompt open: see that payment first.":
    "Kadi yako haikukatwa pesa. Ombi lako la M-Pesa bado linasubiri: angalia limefikia wapi.",
  "Your card was not charged. We don't know yet if your last payment went through. Don't pay again: once it's confirmed, its order shows in My orders.":
    "Kadi yako haikukatwa pesa. Bado hatujui kama malipo yako ya mwisho yamefika. Usilipe tena: malipo hayo yakithibitishwa, oda yake itaonekana kwenye Oda zangu.",
  "Your order is saved. If your bank says you were charged, don't pay again: call {phone} or write to {email}.":
    "Oda yako imehifadhiwa. Benki yako ikisema pesa zimekatwa, usilipe tena: piga {phone} au andika kwa {email}.",
  "Your order is saved. You can open the card page again, or choose another way to pay.":
    "Oda yako imehifadhiwa. Unaweza kufungua tena ukurasa wa kadi, au kuchagua njia nyingine ya kulipa.",
  "Opening the secure card page…": "Inafungua ukurasa salama wa kadi…",
  "Your order, {amount}": "Oda yako, {amount}",
  "{items} more": "Nyingine {items}",
  "The card page is open…": "Ukurasa wa kadi umefunguka…",
  "This browser doesn't save our data, so the card page can't tell that you're logged in. Pay another way, or let this site save data and log in again.":
    "Kivinjari hiki hakihifadhi data ya tovuti yetu, kwa hivyo ukurasa wa kadi hautajua kuwa umeingia. Lipa kwa njia nyingine, au ruhusu tovuti hii kuhifadhi data, kisha uingie tena.",
  "Please wait before the next prompt": "Tafadhali subiri kabla ya ombi lingine",
  "We just sent a prompt to this phone. If you entered your PIN there, don't pay again: your order is coming. If not, wait, then try again.":
    "Ombi limetumwa sasa hivi kwa simu hii. Ikiwa umeweka PIN yako hapo, usilipe tena: oda hiyo itakuja yenyewe. Kama sivyo, subiri, kisha jaribu tena.",
  "Your last payment was by card, and we don't know yet if it went through. We sent no prompt. Don't pay again: once it's confirmed, its order shows in My orders. If this goes on, call {phone} or write to {email}.":
    "Malipo yako ya mwisho yalikuwa ya kadi, na bado hatujui kama yamefika. Hatukutuma ombi. Usilipe tena: malipo hayo yakithibitishwa, oda yake itaonekana kwenye Oda zangu. Ikiendelea hivi, piga {phone} au andika kwa {email}.",
  "The prompt may not have reached your phone. If it comes, you can enter your PIN. If not, try again, or choose another way to pay.":
    "Huenda ombi halijafika. Likija, unaweza kuweka PIN yako. Lisipokuja, jaribu tena, au chagua njia nyingine ya kulipa.",
  "Your order is saved. You can use another phone, or choose another way to pay.":
    "Oda yako imehifadhiwa. Unaweza kutumia simu nyingine, au kuchagua njia nyingine ya kulipa.",
  "We don't know if our request reached M-Pesa. If a prompt comes to your phone, you can enter your PIN. Trying again is safe: if you pay twice, we refund one.":
    "Hatujui kama M-Pesa ilipata ombi letu. Ombi likija kwenye simu yako, unaweza kulijibu. Unaweza kujaribu tena bila wasiwasi: ukilipa mara mbili, tutakurudishia moja.",
  "{time} at most": "si zaidi ya {time}",
  "Sending the prompt…": "Tunauliza M-Pesa…",
  "Pay again in {pause}": "Lipa tena baada ya {pause}",
  "If this goes on, call {phone} or write to {email}.":
    "Ikiendelea hivi, piga {phone} au andika kwa {email}.",
  "You already started paying by card. If you've paid, wait; otherwise continue here. You won't be charged twice.":
    "Tayari ulianza kulipa kwa kadi. Ikiwa umelipa, subiri; la sivyo, endelea hapa. Hutakatwa pesa mara mbili.",
  "You pay on our card provider's own secure page; your card number never reaches {name}.":
    "Unalipa kwenye ukurasa salama wa huduma ya kadi; {name} haioni nambari ya kadi yako.",
  "Pay {amount}": "Lipa {amount}",
  "Email address": "Barua pepe",
  Phone: "Simu",
  "Pay by card": "Lipa kwa kadi",
  "Please pay another way": "Tafadhali lipa kwa njia nyingine",
  "Pay with M-Pesa": "Lipa kwa M-Pesa",
  "Log in to see your payment": "Ingia ili kuona malipo yako",
  "{signedOut}. Your payment goes on without this page, so don't pay twice.":
    "{signedOut}. Malipo yako yanaendelea bila ukurasa huu: usilipe mara mbili.",
  "We couldn't check your payment": "Hatukuweza kuangalia malipo yako",
  "If you've paid, your order will show in My orders.":
    "Ikiwa umelipa, oda yako itaonekana yenyewe kwenye Oda zangu.",
  "Did you enter your PIN? Then don't pay twice.": "Je, uliweka PIN yako? Basi usilipe mara mbili.",
  "You can close this page. We'll place your order as soon as M-Pesa confirms; find it in {myOrders}.":
    "Unaweza kufunga ukurasa huu. Tutaweka oda yako mara tu M-Pesa itakapothibitisha; utaiona kwenye {myOrders}.",
  "No reply from M-Pesa yet": "M-Pesa bado haijajibu",
  "M-Pesa seems busy, so the prompt may not have reached {phone}. If it comes, enter your PIN: we place your order as soon as it's paid.":
    "Huenda M-Pesa ina shughuli nyingi na ombi halijafika kwa {phone}. Likija, weka PIN yako: tutaweka oda yako mara tu itakapolipwa.",
  "No prompt after {minutes}? Try again, or choose another way to pay. {paid}: your order will show in {myOrders}.":
    "Hujaona ombi baada ya {minutes}? Jaribu tena, au chagua njia nyingine ya kulipa. {paid}: oda yako itaonekana kwenye {myOrders}.",
  "If you entered your PIN, don't pay again": "Kama uliweka PIN yako, usilipe tena",
  "Please don't pay again: your money is safe. This page will show how it ends.":
    "Tafadhali usilipe tena: pesa ulizolipa ziko salama. Tukimaliza kuchunguza, utaona hapa.",
  "Try Again": "Jaribu tena",
  "Charged but no order? Call {phone} or write to {email}.":
    "Pesa zimekatwa na huoni oda? Piga {phone} au andika kwa {email}.",
  "We couldn't send the prompt": "Hatukuweza kutuma ombi",
  "Your order is saved.": "Oda yako imehifadhiwa.",
  "We didn't send a second prompt. Wait until the first one ends, {within}, then try again.":
    "Hatukutuma ombi la pili. Subiri la kwanza liishe, {within}; kisha ujaribu tena.",
  "That prompt has ended": "Ombi hilo limeisha",
  "Tap Pay: the next one comes to {phone}.": "Bonyeza Lipa: ombi jipya litakuja kwa {phone}.",
  "Another phone has the prompt": "Ombi liko kwenye simu nyingine",
  "You asked for it before you changed the number, so we didn't send a second one. Wait until it ends, {within}, then tap Pay: the next one comes to {phone}.":
    "Uliliomba kabla ya kubadilisha nambari, na hatukutuma la pili. Subiri liishe, {within}; kisha bonyeza Lipa, na jipya litakuja kwa {phone}.",
  "Send another prompt": "Tuma ombi lingine",
  "M-Pesa will send a prompt to this phone. Enter your PIN there; we never see it.":
    "M-Pesa itatuma ombi kwa simu hii. Weka PIN yako hapo; sisi hatuioni kamwe.",
  "M-Pesa phone number": "Nambari ya simu ya M-Pesa",
  "For example 0712 345 678.": "Mfano: 0712 345 678.",
  "You can send another prompt now.": "Sasa unaweza kuomba tena.",
  "We're still checking your earlier prompt on {phone}.": "Bado tunafuatilia ombi lako la awali kwa {phone}.",
  "We're still checking your earlier prompt.": "Bado tunafuatilia ombi lako la awali.",
  "If you entered your PIN there, don't pay again: this page will show when the money comes.":
    "Kama uliweka PIN yako hapo, usilipe tena: ukurasa huu utakuambia pesa zikifika.",
  "The prompt went to {phone}.": "Ombi lilitumwa kwa {phone}.",
  "1 minute": "dakika 1",
  "{hours} h {minutes} min": "saa {hours} dakika {minutes}",
  "1 minute left": "Imebaki dakika 1",
  "{seconds} seconds left": "Zimebaki sekunde {seconds}",
  "No money was taken. You can try again, or pay by till.":
    "Hakuna pesa zilizokatwa. Unaweza kujaribu tena, au kulipa kwa till.",
  "This is our mistake, not yours. No money was taken. Please pay by till, or call us.":
    "Hili ni kosa letu, si lako. Hakuna pesa zilizokatwa. Tafadhali lipa kwa till, au tupigie simu.",
  "M-Pesa couldn't show the prompt on this phone. No money was taken. Check that the phone is on and has network, then try again, or pay by till.":
    "M-Pesa haikuweza kuonyesha ombi kwenye simu hii. Hakuna pesa zilizokatwa. Hakikisha simu imewashwa na ina mtandao, kisha ujaribu tena, au ulipe kwa till.",
  "The prompt was closed without a PIN. No money was taken. Try again when you are ready.":
    "Ombi lilifungwa bila kuwekwa PIN. Hakuna pesa zilizokatwa. Jaribu tena ukiwa tayari.",
  "M-Pesa's answer is new to us. If you were charged, don't pay again: we keep checking, and your order will show in My orders.":
    "Hatulijui jibu hili la M-Pesa. Ikiwa pesa zimekatwa, usilipe tena: tunaendelea kufuatilia, na oda yako itaonekana kwenye Oda zangu.",
  "We have your money. You don't need to do anything more.":
    "Pesa zako zimefika. Hakuna kingine cha kufanya.",
  "There is not enough money in this M-Pesa account. No money was taken. Top up, or pay from another phone.":
    "Hakuna pesa za kutosha kwenye akaunti hii ya M-Pesa. Hakuna pesa zilizokatwa. Ongeza pesa, au lipa kwa simu nyingine.",
  "This amount is too small for M-Pesa. No money was taken. Please choose another way to pay.":
    "Kiasi ni kidogo kuliko M-Pesa inavyotuma. Hakuna pesa zilizokatwa. Tafadhali chagua njia nyingine ya kulipa.",
  "This amount is too large for one M-Pesa payment. No money was taken. Order in parts, or choose another way to pay.":
    "Kiasi ni kikubwa kuliko M-Pesa inavyotuma kwa mara moja. Hakuna pesa zilizokatwa. Agiza kwa mafungu, au chagua njia nyingine ya kulipa.",
  "This is over the daily M-Pesa limit of Ksh 500,000. No money was taken. Try tomorrow, or pay from another phone.":
    "Malipo haya yangepita kikomo cha M-Pesa cha Ksh 500,000 kwa siku. Hakuna pesa zilizokatwa. Jaribu kesho, au lipa kwa simu nyingine.",
  "Our M-Pesa account can't take more right now. No money was taken. Please try again later, or call us.":
    "Akaunti yetu ya M-Pesa haiwezi kupokea zaidi kwa sasa. Hakuna pesa zilizokatwa. Tafadhali jaribu tena baadaye, au tupigie simu.",
  "M-Pesa doesn't take the same amount from one phone twice in a row. No money was taken. Wait two minutes, then try again.":
    "M-Pesa haipokei kiasi kilekile mara mbili mfululizo kutoka simu moja. Hakuna pesa zilizokatwa. Subiri dakika mbili, kisha ujaribu tena.",
  "M-Pesa is busy. No money was taken. Wait a few minutes, then try again.":
    "M-Pesa ina shughuli nyingi. Hakuna pesa zilizokatwa. Subiri dakika chache, kisha ujaribu tena.",
  "Another M-Pesa request is open on this phone. No money was taken. Finish it or wait three minutes, then try again.":
    "Kuna ombi lingine la M-Pesa kwenye simu hii. Hakuna pesa zilizokatwa. Limalize au subiri dakika tatu, kisha ujaribu tena.",
  "The prompt was not answered in time. If you did enter your PIN, don't pay again: we keep checking, and your order will show in My orders. If not, try again.":
    "Ombi halikujibiwa kwa wakati. Ikiwa uliweka PIN yako, usilipe tena: tunaendelea kufuatilia, na oda yako itaonekana kwenye Oda zangu. Kama hukuiweka, jaribu tena.",
  "M-Pesa couldn't reach this phone. If you did enter your PIN, don't pay again: we keep checking, and your order will show in My orders. If not, check the phone's network and try again.":
    "M-Pesa haikuweza kuifikia simu hii. Ikiwa uliweka PIN yako, usilipe tena: tunaendelea kufuatilia, na oda yako itaonekana kwenye Oda zangu. Kama hukuiweka, angalia mtandao wa simu kisha ujaribu tena.",
  "The phone was off, or nobody answered the prompt. If you did enter your PIN, don't pay again: we keep checking, and your order will show in My orders. If no prompt came, check that the phone is on and the number is right.":
    "Simu haikupatikana, au ombi halikujibiwa. Ikiwa uliweka PIN yako, usilipe tena: tunaendelea kufuatilia, na oda yako itaonekana kwenye Oda zangu. Kama hukupata ombi, hakikisha simu imewashwa na nambari ni sahihi.",
  "The PIN was wrong. No money was taken. Try again with your M-Pesa PIN.":
    "PIN haikuwa sahihi. Hakuna pesa zilizokatwa. Jaribu tena kwa PIN yako ya M-Pesa.",
  "M-Pesa has locked this PIN. No money was taken. Call Safaricom on 100, or 200 on a contract, or pay from another phone.":
    "M-Pesa imefunga PIN hii. Hakuna pesa zilizokatwa. Piga simu kwa Safaricom, nambari 100, au 200 kama uko kwenye mkataba, au lipa kwa simu nyingine.",
  "We're placing your order…": "Tunaweka oda yako…",
  "We have your money, and it's safe: don't pay again.": "Pesa zako zimefika na ziko salama: usilipe tena.",
  "Check your phone": "Angalia simu yako",
  "A prompt comes to {phone}. Enter your {pin} there to pay {amount}.":
    "Ombi linakuja kwa {phone}. Weka {pin} hapo ili kulipa {amount}.",
  "M-Pesa PIN": "PIN yako ya M-Pesa",
  "Time left": "Muda uliobaki",
  "Wrong number? {change}": "Nambari si sahihi? {change}",
  "Change the number": "Badilisha nambari",
  "You're offline. Your payment goes on at M-Pesa, and we check it again once you're back online.":
    "Huna mtandao. Malipo yako yanaendelea kwa M-Pesa; tutauliza tena mara tu mtandao utakaporudi.",
  "You're offline. Your payment goes on, and we check it again once you're back online.":
    "Huna mtandao. Malipo yako yanaendelea; tutauliza tena mara tu mtandao utakaporudi.",
  "M-Pesa transaction code": "Nambari ya muamala wa M-Pesa",
  "Up to 10 letters and digits, from the M-Pesa SMS. You can paste the whole SMS.":
    "Herufi na tarakimu zisizozidi 10, kutoka SMS ya M-Pesa. Unaweza pia kubandika SMS nzima.",
  "Paste the SMS": "Bandika SMS",
  "This code looks like one from another day. Please check it.":
    "Nambari hii inaonekana ni ya siku nyingine. Tafadhali iangalie.",
  "We took code {found} from your message.": "Nambari {found} imechukuliwa kutoka kwenye SMS yako.",
  "We can't see an M-Pesa code in what you copied. Copy the whole SMS, or type the code.":
    "Ulichonakili hakina nambari ya muamala wa M-Pesa. Nakili SMS nzima, au andika nambari.",
  "Hold the box and choose Paste": "Bonyeza kisanduku kwa muda, kisha chagua Bandika (Paste)",
  "Placing your order…": "Tunaweka oda yako…",
  "PLACE ORDER": "WEKA ODA",
  "Sending your order. We place it only once, however often you tap.":
    "Oda yako inatumwa. Itawekwa mara moja tu, hata ukibonyeza mara nyingi.",
  "We check your code against our till before we pack.":
    "Tunalinganisha nambari yako na till yetu kabla ya kufunga mzigo.",
  Copy: "Nakili",
  Copied: "Imenakiliwa",
  "Please copy it by hand": "Tafadhali nakili mwenyewe",
  "Pay to our till": "Lipa kwa till yetu",
  "Already paid at our till?": "Umeshalipa kwa till yetu?",
  "This is a sample shop: please send no money": "Hili ni duka la mfano: tafadhali usitume pesa",
  "This till number is not real. Type any code to see what happens next.":
    "Nambari hii ya till si ya kweli. Andika nambari yoyote ya muamala uone oda inavyoendelea.",
  "Please don't pay at our till now": "Tafadhali usilipe kwa till yetu sasa",
  "Pay by M-Pesa prompt": "Lipa kwa ombi la M-Pesa",
  "Change your cart": "Badilisha kikapu chako",
  "No money was taken. Your order and your cart are safe.":
    "Hakuna pesa zilizokatwa. Oda yako na kikapu chako viko vilevile.",
  "Pay by till instead": "Lipa kwa till",
  "This is a saved copy from an earlier visit. {load}": "Ukurasa huu ni nakala ya awali. {load}",
  "Load today's till number": "Pata nambari ya till ya leo",
  "Till number": "Nambari ya till",
  "Copy the till number": "Nakili nambari ya till",
  "Exact amount": "Kiasi kamili",
  "Copy the amount": "Nakili kiasi",
  "Open M-Pesa on your phone and choose {lipa}, then {buyGoods}.":
    "Fungua M-Pesa kwenye simu yako, chagua {lipa}, kisha {buyGoods}.",
  "Enter till number {tillNumber} and amount {amount}.":
    "Weka nambari ya till {tillNumber} na kiasi {amount}.",
  "Check the name, enter your PIN and send.": "Angalia jina, weka PIN yako, kisha utume.",
  "You get an SMS with a transaction code, such as QGH7X2K9LM. Type it below, or copy the whole SMS and paste it.":
    "Utapata SMS yenye nambari ya muamala, kama QGH7X2K9LM. Iandike hapa chini, au nakili SMS nzima na uibandike.",
  "Your order {orderId} is placed. You don't need to do anything more.":
    "Oda yako {orderId} imewekwa. Hakuna kingine cha kufanya.",
  "We're refunding you": "Tunakurudishia pesa zako",
  "You don't need to do anything: we refund you the way you paid, and email you when it's sent.":
    "Huhitaji kufanya chochote: pesa zitarudi kwa njia uliyolipia, na tutakuandikia zikishatumwa.",
  "Start a new order": "Anza oda mpya",
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
  "Failed to place order. Please contact support.": "Hatukuweza kuweka oda yako. Tafadhali wasiliana nasi.",
  "Payment cancelled": "Malipo yameghairiwa",
  "Authentication failed. Please log in again.": "Tafadhali ingia tena.",
  "Payment successful but failed to place order. Please contact support.":
    "Malipo yamefaulu lakini oda haikuwekwa. Tafadhali wasiliana nasi.",
  "Failed to load payment modal. Check your internet connection and retry later.":
    "Dirisha la malipo halikufunguka. Angalia intaneti yako kisha ujaribu baadaye.",
  "Please log in to pay with M-Pesa": "Tafadhali ingia ili kulipa kwa M-Pesa",
  "The amount must be whole shillings, from 1 to 250,000.":
    "Kiasi kiwe shilingi kamili, kuanzia 1 hadi 250,000.",
  "You have another payment in progress. Please finish it or wait a moment.":
    "Una malipo mengine yanayoendelea. Tafadhali yakamilishe au subiri kidogo.",
  "We just sent a prompt to this phone. Please wait a minute.":
    "Ombi la malipo limetumwa kwa simu hii sasa hivi. Tafadhali subiri dakika moja.",
  "Too many payment prompts. Please wait ten minutes, or pay by till.":
    "Maombi ya malipo ni mengi mno. Subiri dakika kumi, au lipa kwa till.",
  "This order is already paid. Please see My orders.": "Oda hii imeshalipwa. Tazama Oda zangu.",
  "We're still checking your last payment.": "Bado tunakagua malipo yako ya mwisho.",
  "This payment is not confirmed yet.": "Malipo haya bado hayajathibitishwa.",
  "We can't find that payment.": "Hatupati malipo hayo.",
  "You have several payments of this amount. Please see My orders.":
    "Una malipo kadhaa ya kiasi hiki. Tafadhali angalia oda zako.",
  "This payment is for an order with another total.": "Malipo haya ni ya oda yenye jumla nyingine.",
  "Payment is being confirmed": "Malipo yanathibitishwa",
  "M-Pesa is busy. Please try again in a few minutes.":
    "M-Pesa ina shughuli nyingi. Jaribu tena baada ya dakika chache.",
  "M-Pesa couldn't take this payment. Please try again or pay by till.":
    "M-Pesa haikuweza kupokea malipo haya. Jaribu tena au lipa kwa till.",
  "We can't reach M-Pesa right now. Please try again, or pay by till.":
    "M-Pesa haipatikani kwa sasa. Jaribu tena, au lipa kwa till.",
  "Another M-Pesa request is open on this phone. Please wait a minute, then try again.":
    "Kuna ombi lingine la M-Pesa kwenye simu hii. Subiri dakika moja, kisha ujaribu tena.",
  "We couldn't find a successful payment for this order.": "Hatukupata malipo yaliyofaulu ya oda hii.",
  "This payment doesn't match the order. We're looking into it; please contact support.":
    "Malipo haya hayalingani na oda. Tunayachunguza; tafadhali wasiliana nasi.",
  "We can't reach the card provider right now.": "Huduma ya kadi haipatikani kwa sasa.",
  "Your payment arrived, but the items had sold out. We're refunding you.":
    "Malipo yako yamefika, lakini bidhaa ziliisha. Tunakurudishia pesa zako.",
  "You paid twice. We're refunding this payment.": "Umelipa mara mbili; tunakurudishia pesa za malipo haya.",
  "We're refunding this payment.": "Tunakurudishia pesa za malipo haya.",

  // everywhere
  "Sending…": "Inatuma…",
  Name: "Jina",
  "My orders": "Oda zangu",
  Collection: "Bidhaa zote",
  Logout: "Toka",
  "Go to Login": "Ingia",
  Close: "Funga",
  "Ask us on WhatsApp": "Tuulize kwa WhatsApp",
  "See my orders": "Tazama oda zangu",
  "Show that payment": "Onyesha malipo hayo",
  "your phone": "simu yako",
  "Review your cart": "Angalia kikapu chako",
  "Loading your order": "Inapakia oda yako",
  "The new total is {amount}.": "Jumla mpya ni {amount}.",
  "Delivery is now {now}; it was {before}.": "Usafirishaji sasa ni {now}; ulikuwa {before}.",
  "A price in your cart has changed.": "Bei ya bidhaa kwenye kikapu chako imebadilika.",
  "A price in your cart has changed, or your coupon no longer counts.":
    "Bei ya bidhaa kwenye kikapu chako imebadilika, au kuponi yako haitumiki tena.",
  "Log in and come back": "Ingia, kisha urudi hapa",
  "Change your details": "Badilisha maelezo yako",
  Amount: "Kiasi",

  // goods
  "{kinds} by {name}, in Ksh, delivered across Kenya. Filter by kind, sort by price.":
    "{kinds} kutoka {name}, bei kwa Ksh, tunakuletea kote Kenya. Chagua kwa aina, panga kwa bei.",
  "Topwear, bottomwear and winter wear for men, women and everyone":
    "Mavazi ya juu, ya chini na ya baridi kwa wanaume, wanawake na wote",
  "All collections": "Bidhaa zote",
  "Search: {search}": "Utafutaji: {search}",
  "{title}, page {page}": "{title}, ukurasa wa {page}",
  Men: "Wanaume",
  Women: "Wanawake",
  Unisex: "Wote",
  Topwear: "Mavazi ya juu",
  Bottomwear: "Mavazi ya chini",
  Winterwear: "Mavazi ya baridi",
  Relevant: "Zinazofaa",
  "Low-high": "Bei ya chini",
  "High-low": "Bei ya juu",
  Filters: "Vichujio",
  "Sort by": "Panga",
  Apply: "Tumia",
  "Clear filters": "Futa vichujio",
  Products: "Bidhaa",
  "Show {found}": "Onyesha {found}",
  "1 product": "bidhaa 1",
  "{total} products": "bidhaa {total}",
  "No product name contains “{search}”": "Hakuna bidhaa yenye “{search}” kwenye jina",
  "No product name contains “{search}” with these filters":
    "Hakuna bidhaa yenye “{search}” kwenye jina kwa vichujio hivi",
  "Did you mean {words}?": "Je, ulimaanisha {words}?",
  "We couldn't load these products": "Hatukuweza kupakia bidhaa hizi",
  "Your filters and your cart are as they were.": "Vichujio na kikapu chako viko kama vilivyokuwa.",
  "Nothing matches these filters": "Hakuna bidhaa inayolingana na vichujio hivi",
  Clear: "Futa",
  "Clear filters and search": "Futa vichujio na utafutaji",
  "Try a shorter word or fewer filters.": "Jaribu neno fupi zaidi, au punguza vichujio.",
  Categories: "Makundi",
  Type: "Aina",
  Price: "Bei",
  "On offer": "Bei ya ofa",
  "Large pictures need a connection. Please try again.":
    "Picha kubwa zinahitaji mtandao. Tafadhali jaribu tena.",
  "Pictures of {name}": "Picha za {name}",
  "{name}, picture {at} of {count}": "{name}, picha ya {at} kati ya {count}",
  "See pictures large": "Tazama picha kwa ukubwa",
  "Picture {at} of {count}": "Picha ya {at} kati ya {count}",
  "Zoom in": "Kuza",
  Previous: "Nyuma",
  Next: "Mbele",
  "Size guide, in centimetres": "Mwongozo wa saizi, kwa sentimita",
  Size: "Saizi",
  "These are body measurements. Keep the tape flat and loose: chest and hip at their widest, waist where you bend to the side.":
    "Hivi ni vipimo vya mwili. Zungusha tepu ya kupimia bila kuikaza: kifua pale kilipo kipana zaidi, kiuno pale unapojipinda kando, nyonga pale zilipo pana zaidi.",
  "Between two sizes? Take the larger one for a looser fit.":
    "Uko kati ya saizi mbili? Chukua kubwa ikiwa hupendi nguo ya kubana.",
  "Size guide": "Mwongozo wa saizi",
  Pages: "Kurasa",
  "Page {each}": "Ukurasa wa {each}",
  Was: "Bei ya awali",
  "Sold out": "Imeisha",
  "Best seller": "Inauzwa sana",
  Breadcrumb: "Mahali ulipo dukani",
  "On sale from {moment} EAT.": "Itauzwa kuanzia {moment} EAT.",
  "In {time}": "Baada ya {time}",
  "In 1 day {time}": "Baada ya siku 1 {time}",
  "In {days} days {time}": "Baada ya siku {days} {time}",
  "Opening now…": "Inafunguliwa sasa…",
  "No need to reload: this page opens at that moment.":
    "Huhitaji kupakia upya: wakati huo ukurasa huu utajifungua wenyewe.",
  "{name} is on sale now.": "{name} inauzwa sasa.",
  "Easy return and exchange within {days} days.": "Rudisha au badilisha kwa urahisi ndani ya siku {days}.",
  "Original {name} wear.": "Mavazi halisi ya {name}.",
  "Free for orders over {amount}.": "Bila ada kwa oda za zaidi ya {amount}.",
  "from {amount}": "kuanzia {amount}",
  "Delivery: {fee}, {days}. Weekends are not counted.":
    "Usafirishaji: {fee}, {days}. Jumamosi na Jumapili hazihesabiwi.",
  "Delivery: {from} to {to} by county, {days}. Weekends are not counted.":
    "Usafirishaji: {from} hadi {to} kulingana na kaunti, {days}. Jumamosi na Jumapili hazihesabiwi.",
  "Delivery: {areas} Other counties: {fee}, {days}. Weekends are not counted.":
    "Usafirishaji: {areas} Kaunti nyingine: {fee}, {days}. Jumamosi na Jumapili hazihesabiwi.",
  "Pick-up at {name}: {fee}, {days}. Weekends are not counted.":
    "Kuchukua mwenyewe {name}: {fee}, {days}. Jumamosi na Jumapili hazihesabiwi.",
  "Delivery to {county}: {fee}, {days}. Weekends are not counted.":
    "Usafirishaji hadi {county}: {fee}, {days}. Jumamosi na Jumapili hazihesabiwi.",
  "Delivery: {fee}. {areas} Other counties: {days}. Weekends are not counted.":
    "Usafirishaji: {fee}. {areas} Kaunti nyingine: {days}. Jumamosi na Jumapili hazihesabiwi.",
  "1 day": "siku 1",
  "{days} days": "siku {days}",
  "{from} to {to} days": "siku {from} hadi {to}",
  "Questions? {askUs}.": "Una swali? {askUs}.",
  "Ask us": "Tuulize",
  "Reviews ({count})": "Maoni ({count})",
  "Shoppers give it {picture} {stars} of 5.": "Wateja wameipa {picture} {stars} kati ya 5.",
  "Sample ratings {picture} {stars} of 5.": "Nyota za mfano: {picture} {stars} kati ya 5.",
  "No reviews yet.": "Bado hakuna maoni.",
  "Bought it? Once it's delivered, you can review it in {myOrders}.":
    "Umeinunua? Ukishaletewa, unaweza kutoa maoni kwenye {myOrders}.",
  "Related Products": "Bidhaa zinazofanana",
  "Select size": "Chagua saizi",
  "{left} left": "Zimebaki {left}",
  "Tell me when it opens": "Niambie mauzo yakianza",
  Coming: "Zinakuja",
  "Tell me when it's back": "Niambie ikirudi",
  "This needs a connection. Please try again.": "Hili linahitaji mtandao. Tafadhali jaribu tena.",
  "Tell me": "Niambie",
  "We email you once. No account needed.": "Tutakutumia barua pepe moja tu. Huhitaji akaunti.",
  "Thank you. We'll email you once, when it's back.": "Asante. Tutakutumia barua pepe moja itakaporudi.",
  "Thank you. We'll email you once, when it's on sale.":
    "Asante. Tutakutumia barua pepe moja itakapoanza kuuzwa.",
  "It's on sale: you can order it now.": "Inauzwa: unaweza kuiagiza sasa.",
  "This size is back: you can order it now.": "Saizi hii ipo tena: unaweza kuiagiza sasa.",
  "One size": "Saizi moja",
  "one size": "saizi moja",
  Material: "Kitambaa",
  Fit: "Mkao",
  Chest: "Kifua",
  Waist: "Kiuno",
  Hip: "Nyonga",
  "{name} from {shop}:": "{name} kutoka {shop}:",
  "We can't find this product": "Bidhaa hii haipo dukani",

  // the frame and its pages
  "You're offline. Pages you've opened still work.": "Huna mtandao. Kurasa ulizofungua bado zinafunguka.",
  "No connection": "Hakuna mtandao",
  "You haven't opened this page on this device before, so we can't show it now.":
    "Ukurasa huu haujawahi kufunguliwa kwenye kifaa hiki, kwa hivyo hauwezi kuonyeshwa sasa.",
  "Your cart and what you typed at checkout are safe on this device. Check your internet, then try again.":
    "Kikapu chako na ulichoandika wakati wa kuagiza viko salama kwenye kifaa hiki. Angalia intaneti yako, kisha ujaribu tena.",
  "See your cart": "Ona kikapu chako",
  "In a hurry? Call us: {phone}.": "Una haraka? Tupigie: {phone}.",
  "Pages you've opened still work": "Kurasa ulizofungua bado zinafunguka",
  "Saved copy; prices may have changed.": "Hii ni nakala iliyohifadhiwa; huenda bei zimebadilika.",
  "Play the banner": "Anzisha picha zinazosonga",
  "Pause the banner": "Simamisha picha zinazosonga",
  "{tagline}. Official wear of the podcast.": "{tagline}. Mavazi rasmi ya podikasti.",
  Company: "Kampuni",
  Home: "Mwanzo",
  About: "Kutuhusu",
  Contact: "Mawasiliano",
  "Returns and exchanges": "Kurudisha na kubadilisha",
  Privacy: "Faragha",
  Terms: "Masharti",
  "We can't find this page": "Ukurasa huu haupo",
  "Good to know (in a new tab):": "Vizuri kujua, katika ukurasa mpya:",
  "Get in touch": "Wasiliana nasi",
  "Ways to pay": "Njia za kulipa",
  "M-PESA mobile money": "M-PESA, pesa kwa simu",
  Flutterwave: "Flutterwave",
  "Visa cards": "Kadi za Visa",
  "Mastercard cards": "Kadi za Mastercard",
  "© {name}. Prices in Kenya shillings. Returns and exchanges within {days} days.":
    "© {name}. Bei ni kwa shilingi za Kenya. Rudisha au badilisha ndani ya siku {days}.",
  Menu: "Menyu",
  "{name}, home": "{name}, mwanzo",
  Main: "Menyu kuu",
  Search: "Tafuta",
  "Cart, 1 item": "Kikapu, bidhaa 1",
  "Cart, {items} items": "Kikapu, bidhaa {items}",
  Newsletter: "Jarida",
  "It hasn't started yet, and we don't save emails typed here.":
    "Bado hatujalianza: barua pepe unayoandika hapa haihifadhiwi.",
  "Your email address": "Barua pepe yako",
  "you@example.com": "wewe@example.com",
  Subscribe: "Jiunge",
  "Hoodies, tees and winter wear of {name}, for men, women and everyone, delivered across Kenya. Prices in Ksh.":
    "Hoodie, fulana na mavazi ya baridi ya {name}, kwa wanaume, wanawake na wote; tunakuletea kote Kenya. Bei kwa Ksh.",
  "Wear what you listen to": "Vaa unachosikiliza",
  "LATEST ARRIVALS": "BIDHAA MPYA",
  "OUR BEST SELLERS": "ZINAZOUZWA SANA",
  "SHOP NOW": "NUNUA SASA",
  "50% off ladies' clothes": "Punguzo la 50% kwa nguo za wanawake",
  "On styles that show their old price.": "Kwa nguo zilizoandikwa bei ya awali.",
  "Shop women": "Nguo za wanawake",
  "Trending now": "Mitindo inayovuma",
  "Picked by the crew.": "Imechaguliwa na timu yetu.",
  "No trending products found": "Hakuna bidhaa zinazovuma kwa sasa",
  "Latest Collection": "Bidhaa mpya",
  "Best Sellers": "Zinazouzwa sana",
  "Trending Products": "Zinazovuma sasa",
  "Our promises": "Ahadi zetu",
  "Easy exchange": "Kubadilisha ni rahisi",
  "The wrong size or colour? We exchange it within {days} days.":
    "Saizi au rangi si sawa? Tunakubadilishia ndani ya siku {days}.",
  "{days}-day return": "Siku {days} za kurudisha",
  "Not the quality you expected? Bring it back within {days} days.":
    "Ubora si kama ulivyotarajia? Irudishe ndani ya siku {days}.",
  "24/7 support": "Tuko nawe saa 24, kila siku",
  "A question? Call us or write to us.": "Una swali? Tupigie simu au utuandikie.",
  "See all": "Tazama zote",
  "of the collection": "zilizo dukani",
  "Search products": "Tafuta bidhaa",
  "Categories and account": "Makundi na akaunti",
  "My account": "Akaunti yangu",
  "Ask on WhatsApp": "Uliza kwa WhatsApp",
  "Hello {shop}, I have a question about my order {order}.":
    "Habari {shop}, nina swali kuhusu oda yangu {order}.",
  "Hello {shop}, I have a question about this page: {page}":
    "Habari {shop}, nina swali kuhusu ukurasa huu: {page}",
  "Profile, log in": "Wasifu, ingia",
  Profile: "Wasifu",
  "My Profile": "Wasifu wangu",
  Orders: "Oda",
  "Close search": "Funga utafutaji",
  "Notifications Alt+T": "Arifa Alt+T",
  close: "funga",
  "notification timer": "muda wa arifa",
  "Share on WhatsApp": "Shiriki kwa WhatsApp",
  "Rated {of} of 5 stars": "Nyota {of} kati ya 5",

  // reviews
  "More reviews": "Maoni zaidi",
  "Your review. We read it before we show it.": "Maoni yako. Tunayasoma kabla ya kuyaonyesha.",
  "Your review, shown on the product's page.": "Maoni yako, kwenye ukurasa wa bidhaa.",
  "Your review. We don't show it.": "Maoni yako. Hayaonyeshwi.",
  "Writing a review needs a connection. Please try again.":
    "Kuandika maoni kunahitaji mtandao. Tafadhali jaribu tena.",
  "Your review is saved, but the photo isn't. {said}":
    "Maoni yako yamehifadhiwa, lakini picha haijahifadhiwa. {said}",
  "Please choose 1 to 5 stars": "Tafadhali chagua nyota 1 hadi 5",
  "Thank you. We read every review before we show it.": "Asante. Tunasoma kila maoni kabla ya kuyaonyesha.",
  "You've already reviewed this. Thank you.": "Ulishatoa maoni kuhusu bidhaa hii. Asante.",
  "We can't read this as a photo. Please send a JPEG, PNG or WebP.":
    "Faili hii haisomeki kama picha. Tafadhali tuma JPEG, PNG au WebP.",
  "A photo can be at most 8 MB and 50 megapixels.": "Picha isizidi MB 8 na megapikseli 50.",
  "You can add one photo, before we read your review.":
    "Picha huongezwa mara moja tu, kwa maoni ambayo bado hatujayasoma.",
  "We're handling other photos right now. Please try again in a minute.":
    "Tunashughulikia picha nyingine. Tafadhali jaribu tena baada ya dakika moja.",
  "We can't save photos right now. Nothing is lost: try again.":
    "Picha haziwezi kufunguliwa wala kuhifadhiwa kwa sasa. Hakuna kilichopotea: jaribu tena.",
  "Thank you. We look at every photo before we show it.":
    "Asante. Tunaangalia kila picha kabla ya kuionyesha.",
  "You can review this once it's delivered to you.": "Unaweza kutoa maoni ukishaletewa oda yenye bidhaa hii.",
  "Review {name}": "Toa maoni kuhusu {name}",
  "One photo (optional)": "Picha moja (si lazima)",
  "JPEG, PNG or WebP, at most 8 MB. We remove where and when it was taken.":
    "JPEG, PNG au WebP, isiyozidi MB 8. Tunaondoa mahali na tarehe ilipopigwa.",
  "Send review": "Tuma maoni",
  "Continue without the photo": "Endelea bila picha",
  Cancel: "Ghairi",
  "Your words (optional)": "Maoni yako (si lazima)",
  "How does it fit, feel and wear? Shown with your first name and the size you bought.":
    "Inakukaa vipi, kitambaa kikoje, inadumu? Yataonekana pamoja na jina lako la kwanza na saizi uliyonunua.",
  "You've already reviewed this, so we didn't save the new one. This is your review:":
    "Ulishatoa maoni kuhusu bidhaa hii. Uliyotuma sasa hayajahifadhiwa. Haya ndiyo maoni yako:",
  "Write a review of {name}": "Andika maoni kuhusu {name}",
  "Write a review": "Andika maoni",
  "Photo by {firstName}": "Picha kutoka kwa {firstName}",
  "Your rating": "Nyota unazotoa",
  "1 star": "nyota 1",
  "{star} stars": "nyota {star}",

  // mails
  "{name} is on sale now": "{name} inauzwa sasa",
  "It's on sale now. It may sell out soon, and we can't keep one for you.":
    "Inauzwa sasa. Huenda ikaisha haraka, na hatuwezi kukuwekea moja.",
  "Someone asked {shop} to email you when it opens. This is the only email about it, and we've deleted your address from that list.":
    "Mtu aliomba {shop} iarifu barua pepe hii itakapoanza kuuzwa. Hii ndiyo barua pekee kuihusu, na hatuhifadhi tena barua pepe hii kwa ajili hiyo.",
  "{name} is back": "{name} imerudi",
  "{name} ({size}) is back in stock. It may sell out soon, and we can't keep one for you.":
    "{name} ({size}) ipo tena dukani. Huenda ikaisha haraka, na hatuwezi kukuwekea moja.",
  "See it in the shop": "Ione dukani",
  "Someone asked {shop} to email you when it's back. This is the only email about it, and we've deleted your address from that list.":
    "Mtu aliomba {shop} iarifu barua pepe hii itakaporudi. Hii ndiyo barua pekee kuihusu, na hatuhifadhi tena barua pepe hii kwa ajili hiyo.",
  "Or open this link:": "Au fungua anwani hii:",
  "Verify your email for {shop}": "Thibitisha barua pepe yako ya {shop}",
  "One tap and your account is open.": "Bonyeza mara moja tu na akaunti yako itafunguliwa.",
  "Tap the button to verify your email and start shopping. The link works once, within {hours} hours.":
    "Bonyeza kitufe kuthibitisha barua pepe yako na uanze kununua. Kiungo hufanya kazi mara moja, ndani ya saa {hours}.",
  "Someone signed up with this email more than once, with different passwords. None of them opens the account. Tap the button and choose a new one.":
    "Mtu alijisajili kwa barua pepe hii zaidi ya mara moja, kwa manenosiri tofauti. Hakuna hata moja litakalofungua akaunti: ukibonyeza, utachagua nenosiri jipya.",
  "If you didn't sign up, ignore this email.": "Ikiwa hukujisajili, unaweza kupuuza barua hii.",
  "You already have a {shop} account": "Tayari una akaunti ya {shop}",
  "Someone tried to sign up with your email. Nothing has changed.":
    "Mtu alijaribu kujisajili kwa barua pepe yako. Hakuna kilichobadilika.",
  "Someone, perhaps you, tried to sign up with this email. You already have an account, and its email is verified.":
    "Mtu, labda wewe, alijaribu kujisajili kwa barua pepe hii. Tayari una akaunti, na barua pepe yake imethibitishwa.",
  "We didn't use the password typed this time. Log in with the one you chose before, or set a new one on the login page.":
    "Nenosiri lililoandikwa mara hii halikukubaliwa. Ingia kwa lile ulilochagua awali, au weka jipya kwenye ukurasa wa kuingia.",
  "If it wasn't you, nothing has changed and you don't need to do anything.":
    "Ikiwa si wewe, hakuna kilichobadilika na huhitaji kufanya chochote.",
  "Set a new password for {shop}": "Weka nenosiri jipya la {shop}",
  "The link works once, within the hour.": "Kiungo hufanya kazi mara moja, ndani ya saa moja.",
  "Tap the button to choose a new password. The link works once, within an hour.":
    "Bonyeza kitufe kuchagua nenosiri jipya. Kiungo hufanya kazi mara moja, ndani ya saa moja.",
  "Tap the button to choose a new password. The link works once, within {hours} hours.":
    "Bonyeza kitufe kuchagua nenosiri jipya. Kiungo hufanya kazi mara moja, ndani ya saa {hours}.",
  "If you didn't ask for this, ignore this email: your password stays as it is.":
    "Ikiwa hukuomba hili, puuza barua hii: nenosiri lako linabaki lilivyo.",
  "Your {shop} password was changed": "Nenosiri lako la {shop} limebadilishwa",
  "All other devices are signed out.": "Vifaa vingine vyote vimeondolewa kwenye akaunti.",
  "The password of your account was just changed, and all other devices are signed out.":
    "Nenosiri la akaunti yako limebadilishwa sasa hivi, na vifaa vingine vyote vimeondolewa kwenye akaunti.",
  "If it wasn't you, choose “Forgot your password?” on the login page now, and tell us: {email}, {phone}.":
    'Ikiwa si wewe, chagua "Umesahau nenosiri?" kwenye ukurasa wa kuingia mara moja, na utuambie: {email}, {phone}.',
  "Go to the login page": "Nenda kwenye ukurasa wa kuingia",
  "Hello {name},": "Habari {name},",
  "Hello,": "Habari,",
  "Your {shop} order {id}": "Oda yako {id} ya {shop}",
  "We have your order {id} of {moment}.": "Tumepokea oda yako {id} ya {moment}.",
  "If M-Pesa still can't find the code after {hours} hours, we cancel the order.":
    "Ikiwa M-Pesa bado haitaitambua nambari hiyo baada ya saa {hours}, tutaghairi oda.",
  "Keep your orders in an account: sign up with this email, and we move this order to it.":
    "Weka oda zako kwenye akaunti: jisajili kwa barua pepe hii, na oda hii itahamia huko.",
  "Questions? Write to {email} or call {phone}. You can return or exchange items within {days} days.":
    "Una swali? Andika kwa {email} au piga {phone}. Bidhaa zinaweza kurudishwa au kubadilishwa ndani ya siku {days}.",
  "Questions? Write to {email} or call {phone}.": "Una swali? Andika kwa {email} au piga {phone}.",
  "Please reply with your delivery address: we don't have it yet.":
    "Tafadhali jibu kwa anwani yako ya kuletewa: bado hatuna.",
  "We deliver it to {place}.": "Mzigo unakuja {place}.",
  "We deliver it to the address you gave with the order.":
    "Mzigo unakuja kwenye anwani ya kuletewa iliyotolewa na oda.",
  "You pick it up at {at}. Open {hours}.": "Utaichukua {at}. Saa za kufungua: {hours}.",
  "It takes {days}.": "Inachukua {days}.",
  "Your {shop} order {id} is paid": "Oda yako {id} ya {shop} imelipwa",
  "We have your payment of {amount}: your order {id} is paid.":
    "Tumepokea malipo yako ya {amount}: oda yako {id} imelipwa.",
  "You don't need to do anything more.": "Huhitaji kufanya chochote zaidi.",
  "Your {shop} order {id} is on its way": "Oda yako {id} ya {shop} iko njiani",
  "Your order {id} has left us and is on its way to you.":
    "Oda yako {id} imetoka kwetu na iko njiani kukufikia.",
  "Your {shop} order {id} has been delivered": "Oda yako {id} ya {shop} imefika",
  "Your {shop} order {id} is ready for pick-up": "Oda yako {id} ya {shop} iko tayari kuchukuliwa",
  "Your {shop} order {id} has been picked up": "Oda yako {id} ya {shop} imechukuliwa",
  "Your order {id} has been picked up. If you don't have it, tell us. You can return or exchange it within {days} days.":
    "Oda yako {id} imechukuliwa. Ikiwa hujaipata, tuambie. Bidhaa zinaweza kurudishwa au kubadilishwa ndani ya siku {days}.",
  "Your order {id} has been delivered. If you don't have it, tell us. You can return or exchange it within {days} days.":
    "Oda yako {id} imefika. Ikiwa hujaipata, tuambie. Bidhaa zinaweza kurudishwa au kubadilishwa ndani ya siku {days}.",
  "{courier} is bringing it, tracking number {tracking}.":
    "Inaletwa na {courier}, nambari ya kufuatilia {tracking}.",
  "It goes with tracking number {tracking}.": "Inaletwa kwa nambari ya kufuatilia {tracking}.",
  "{courier} is bringing it.": "Inaletwa na {courier}.",
  "Your {shop} order {id} is cancelled": "Oda yako {id} ya {shop} imeghairiwa",
  "We have cancelled your order {id}.": "Tumeghairi oda yako {id}.",
  "We have no payment for it. If you did pay, tell us and we'll refund you.":
    "Haikuwa imelipiwa. Ikiwa ulilipa hata hivyo, tuambie: utarudishiwa pesa.",
  "We're refunding {amount} the way you paid. You don't need to do anything.":
    "Tunakurudishia {amount} kwa njia uliyolipia; huhitaji kufanya chochote.",
  "We've refunded what you paid, or the refund is on its way.":
    "Ulicholipa tayari kimerudishwa, au kiko njiani kurudi.",
  "Follow your order": "Fuatilia oda yako",
  "Your refund of {amount} is on its way": "{amount} ziko njiani kurudi kwako",
  "Your refund of {amount} is coming": "Unarudishiwa {amount}",
  "We've sent you {amount} the way you paid.": "Tumekurudishia {amount} kwa njia uliyolipia.",
  "We're refunding {amount} of your payment.": "Tunakurudishia {amount} za malipo yako.",
  "We're refunding {amount} of what you paid for your order {id}.":
    "Tunakurudishia {amount} za ulicholipia oda yako {id}.",
  "Your payment of {amount} reached us, but the items had sold out.":
    "Malipo yako ya {amount} yalitufikia, lakini bidhaa ziliisha wakati huo huo.",
  "Your payment of {amount} reached us, but this order was already paid.":
    "Malipo yako ya {amount} yalitufikia, lakini oda hii ilikuwa tayari imelipwa.",
  "Your payment of {amount} reached us, but your order costs a different amount.":
    "Malipo yako ya {amount} yalitufikia, lakini bei ya oda yako ni tofauti.",
  "Your payment of {amount} reached us, but the order was cancelled.":
    "Malipo yako ya {amount} yalitufikia, lakini oda ilikuwa imeghairiwa.",
  "You'll get an SMS from M-Pesa.": "M-Pesa itakutumia SMS kuhusu hilo.",
  "Your bank may take a few days to show it.": "Benki yako inaweza kuchukua siku chache kuzionyesha.",
  "We can't find the payment for your order {id}": "Hatupati malipo ya oda yako {id}",
  "M-Pesa can't find the code you sent for your order {id}. If it still can't in {hours} hours, we cancel the order.":
    "M-Pesa haiitambui nambari uliyoandika kwa oda yako {id}. Ikibaki hivyo kwa saa {hours} zaidi, tutaghairi oda.",
  "We haven't found the payment for your order {id} yet. If we can't find it by {until}, we cancel the order.":
    "Bado hatujapata malipo ya oda yako {id}. Tusipoyapata kufikia {until}, tutaghairi oda.",
  "Mistyped? Open the SMS you got from M-Pesa. Its first word is the code, ten letters and digits. Send it to us on your order's page.":
    "Uliikosea? Fungua SMS uliyopata kutoka M-Pesa. Neno lake la kwanza ndilo nambari, herufi na tarakimu kumi. Itume kwetu kwenye ukurasa wa oda yako.",
  "Please check the M-Pesa code of your order {id}":
    "Tafadhali angalia nambari ya muamala wa M-Pesa ya oda yako {id}",
  "We couldn't find a payment for the code you sent for your order {id}. We're holding your order for {hours} hours.":
    "Hatukupata malipo ya nambari uliyoandika kwa oda yako {id}. Tunakuwekea oda yako kwa saa {hours}.",
  "Open the SMS you got from M-Pesa. Its first word is the code, ten letters and digits. Send it to us on your order's page, or reply to this mail with that code and your order's number, {id}, or call {phone}.":
    "Fungua SMS uliyopata kutoka M-Pesa. Neno lake la kwanza ndilo nambari, herufi na tarakimu kumi. Itume kwetu kwenye ukurasa wa oda yako, au jibu barua hii kwa nambari hiyo na nambari ya oda yako, {id}, au piga {phone}.",
  "Open the SMS you got from M-Pesa. Its first word is the code, ten letters and digits. Please reply to this mail with that code and your order's number, {id}, or call {phone}.":
    "Fungua SMS uliyopata kutoka M-Pesa. Neno lake la kwanza ndilo nambari, herufi na tarakimu kumi. Tafadhali jibu barua hii kwa nambari hiyo na nambari ya oda yako, {id}, au piga {phone}.",
  "Not paid yet? Pay our till with Lipa na M-Pesa first, then send us the code of that SMS. Without a payment the order is cancelled.":
    "Bado hujalipa? Lipa kwanza kwa till yetu kwa Lipa na M-Pesa, kisha ututumie nambari iliyo kwenye SMS hiyo. Bila malipo, oda itaghairiwa.",
  "Your order {id} is cancelled": "Oda yako {id} imeghairiwa",
  "We couldn't find a payment for the code you sent for your order {id}, so we cancelled the order. You can order again at any time.":
    "Hatukupata malipo ya nambari uliyoandika kwa oda yako {id}, kwa hivyo tumeghairi oda. Unaweza kuagiza tena wakati wowote.",
  "Already paid? Keep the M-Pesa SMS and call {phone}, or write to {email}: your money is safe.":
    "Umeshalipa? Hifadhi SMS ya M-Pesa na upige {phone}, au andika kwa {email}: pesa zako hazijapotea.",

  // the page that mails lead to
  "Please check the code, order {id}": "Tafadhali angalia nambari, oda {id}",
  Steps: "Hatua",
  "See all my orders": "Tazama oda zangu zote",
  "Open the SMS you got from M-Pesa: its first word is the code.":
    "Fungua SMS uliyopata kutoka M-Pesa: neno lake la kwanza ndilo nambari.",
  "Up to {max} letters and digits.": "Hadi herufi na tarakimu {max}.",
  "Send code": "Tuma nambari",
  "Not paid yet? Pay our till with Lipa na M-Pesa first, then send the code of that SMS.":
    "Bado hujalipa? Lipa kwanza kwa till yetu kwa Lipa na M-Pesa, kisha utume nambari iliyo kwenye SMS hiyo.",
  "Not paid yet? Pay our till {till} with Lipa na M-Pesa first, then send the code of that SMS.":
    "Bado hujalipa? Lipa kwanza kwa till yetu {till} kwa Lipa na M-Pesa, kisha utume nambari iliyo kwenye SMS hiyo.",
  "Order not found": "Oda haikupatikana",
  "We can't find this order": "Hatukuipata oda hii",
  "The link may be cut off. Open it from the email again. Your orders are also in your account.":
    "Huenda kiungo kimekatika: kifungue tena kutoka kwenye barua pepe. Oda zako pia ziko kwenye akaunti yako.",
  "Questions? Call {phone}.": "Una swali? Piga {phone}.",
} as const;
